import type { PlainVariable, SecretVariable } from '@parley/model'
import { entriesOf, isObject, type JsonValue, listOf, member, textMember, textOf } from '../json-value.ts'
import { newSecretVariable, newVariable } from '../new-nouns.ts'

/** Where the data of an environment holds what is encrypted, and what templates call it. */
const vaultMember = '__insomnia_vault'
const vaultName = 'vault'

/** The variables of an environment's data; what stands in an object is named with its path. */
export function insomniaVariables(data: JsonValue | undefined, prefix = ''): readonly PlainVariable[] {
  return entriesOf(data).flatMap(([name, value]) => {
    if (prefix === '' && name === vaultMember) return []
    return isObject(value)
      ? insomniaVariables(value, `${prefix}${name}.`)
      : [newVariable(prefix + name, textOf(value))]
  })
}

/** The variables whose values an environment keeps encrypted; no export holds the key. */
export function insomniaSecrets(environment: JsonValue | undefined): readonly SecretVariable[] {
  const listed = listOf(member(environment, 'kvPairData'))
    .filter(one => textMember(one, 'type') === 'secret')
    .map(one => textMember(one, 'name'))
  const kept = entriesOf(member(member(environment, 'data'), vaultMember)).map(([name]) => name)
  return [...new Set([...kept, ...listed])].map(name => newSecretVariable(`${vaultName}.${name}`))
}
