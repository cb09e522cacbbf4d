import type { PlainVariable, Variable } from '@parley/model'
import type { ImportLog } from '../import-log.ts'
import { entriesOf, isObject, type JsonValue, listOf, member, textMember, textOf } from '../json-value.ts'
import { newVariable } from '../new-nouns.ts'
import { described, isEnabled } from './postman-rows.ts'

/** The variables of an environment, secret ones apart from their values. */
export function postmanVariables(value: JsonValue | undefined, log: ImportLog): readonly Variable[] {
  const variables = namedEntries(value).map((one): Variable => {
    const variable = plainVariable(one)
    if (textMember(one, 'type') !== 'secret') return variable
    log.secret(variable.name, variable.value.text)
    const { name, enabled, description } = variable
    return {
      secret: true,
      name,
      enabled,
      allowedToScripts: true,
      ...(description === undefined ? {} : { description }),
    }
  })
  log.count('variables', variables.length)
  return variables
}

/** The variables of a collection or folder, none of which is secret in that format. */
export function postmanPlainVariables(
  value: JsonValue | undefined,
  log: ImportLog,
): readonly PlainVariable[] {
  const variables = namedEntries(value).map(plainVariable)
  log.count('variables', variables.length)
  return variables
}

/** A list of entries with a key, which older files call id; or names with their values. */
function namedEntries(value: JsonValue | undefined): readonly JsonValue[] {
  if (isObject(value)) return entriesOf(value).map(([key, one]) => ({ key, value: one }))
  return listOf(value).filter(one => textMember(one, 'key', 'name', 'id') !== '')
}

function plainVariable(value: JsonValue): PlainVariable {
  const text = textOf(member(value, 'value') ?? member(value, 'initialValue'))
  return {
    ...newVariable(textMember(value, 'key', 'name', 'id'), text, isEnabled(value)),
    ...described(value),
  }
}
