import type { PlainVariable, SecretVariable, Variable } from '@parley/model'
import type { ImportLog } from '../import-log.ts'
import type { ImportedSecret } from '../imported.ts'
import { entriesOf, isObject, type JsonValue, listOf, member, textMember, textOf } from '../json-value.ts'
import { newSecretVariable, newVariable } from '../new-entities.ts'
import { described, isEnabled } from './postman-rows.ts'

/** Converts the variables of a scope; values of secrets are kept separately. */
export function postmanVariables(
  value: JsonValue | undefined,
  scope: ImportedSecret['scope'],
  log: ImportLog,
): readonly Variable[] {
  const variables = namedEntries(value).map((one): Variable => {
    const variable = plainVariable(one)
    if (!isSecret(one)) return variable
    log.secret(variable.name, variable.value.text, scope)
    return secretOf(variable)
  })
  log.count('variables', variables.length)
  return variables
}

/** Converts the variables of a request; secret ones become variables of the workspace. */
export function postmanRequestVariables(
  value: JsonValue | undefined,
  log: ImportLog,
): readonly PlainVariable[] {
  const entries = namedEntries(value)
  log.count('variables', entries.length)
  return entries.flatMap(one => {
    const variable = plainVariable(one)
    if (!isSecret(one)) return [variable]
    log.workspaceSecret(secretOf(variable), variable.value.text)
    return []
  })
}

function isSecret(value: JsonValue): boolean {
  return textMember(value, 'type') === 'secret'
}

function secretOf({ name, enabled, description }: PlainVariable): SecretVariable {
  return { ...newSecretVariable(name, enabled), ...(description === undefined ? {} : { description }) }
}

/** Reads a list of entries with a key (in older files, an id), or an object of names and values. */
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
