import type { PlainVariable } from '@parley/model'
import { entriesOf, isObject, type JsonValue, textOf } from '../json-value.ts'
import { newVariable } from '../new-nouns.ts'

/** The variables of an environment's data; what stands in an object is named with its path. */
export function insomniaVariables(data: JsonValue | undefined, prefix = ''): readonly PlainVariable[] {
  return entriesOf(data).flatMap(([name, value]) =>
    isObject(value)
      ? insomniaVariables(value, `${prefix}${name}.`)
      : [newVariable(prefix + name, textOf(value))],
  )
}
