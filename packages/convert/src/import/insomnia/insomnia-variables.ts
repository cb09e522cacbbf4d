import type { PlainVariable, SecretVariable } from '@parley/model'
import { entriesOf, isObject, type JsonValue, listOf, member, textMember, textOf } from '../json-value.ts'
import { newSecretVariable, newVariable } from '../new-entities.ts'

/** The member with the encrypted values of an environment, and its name in templates. */
const vaultMember = '__insomnia_vault'
const vaultName = 'vault'

/** Returns the variables of an environment's data; a nested one is named with its path. */
export function insomniaVariables(data: JsonValue | undefined, prefix = ''): readonly PlainVariable[] {
  return entriesOf(data).flatMap(([name, value]) => {
    if (prefix === '' && name === vaultMember) return []
    return isObject(value)
      ? insomniaVariables(value, `${prefix}${name}.`)
      : [newVariable(prefix + name, textOf(value))]
  })
}

/** Returns the variables with encrypted values; exports do not contain the key. */
export function insomniaSecrets(environment: JsonValue | undefined): readonly SecretVariable[] {
  const listed = listOf(member(environment, 'kvPairData'))
    .filter(one => textMember(one, 'type') === 'secret')
    .map(one => textMember(one, 'name'))
  const kept = entriesOf(member(member(environment, 'data'), vaultMember)).map(([name]) => name)
  return [...new Set([...kept, ...listed])].map(name => newSecretVariable(`${vaultName}.${name}`))
}
