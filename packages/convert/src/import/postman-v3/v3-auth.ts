import type { Auth } from '@parley/model'
import type { ImportLog } from '../import-log.ts'
import { isObject, type JsonValue, listOf, member, textMember } from '../json-value.ts'
import { postmanAuth } from '../postman/postman-auth.ts'
import { v3Pairs } from './v3-pairs.ts'

/** The authorizations that a collection or folder names, by their IDs; those of its parents too. */
export type NamedAuths = ReadonlyMap<string, JsonValue>

/** Returns the named authorizations below a definition. */
export function namedAuthsIn(definition: JsonValue | undefined, inherited: NamedAuths): NamedAuths {
  const own = listOf(member(definition, 'auth')).map(one => [textMember(one, 'id'), one] as const)
  return new Map([...inherited, ...own.filter(([id]) => id !== '')])
}

/** Converts an authorization. Of several the first one counts, unless a request names another. */
export function v3Auth(value: JsonValue | undefined, named: NamedAuths, log: ImportLog): Auth {
  const [first, ...others] = isObject(value) ? [value] : listOf(value)
  for (const one of others.filter(other => textMember(other, 'id') === ''))
    log.loss('AUTH_NOT_SUPPORTED', textMember(one, 'type'))
  if (first === undefined) return { type: 'inherit' }
  const type = textMember(first, 'type')
  if (type === 'inherit') {
    const id = textMember(member(first, 'credentials'), 'id')
    const chosen = named.get(id)
    if (chosen !== undefined) return v3Auth(chosen, new Map(), log)
    if (id !== '') log.loss('REFERENCE_NOT_FOUND', `the authorization ${id}`)
    return { type: 'inherit' }
  }
  if (listOf(member(first, 'rules')).length > 0) log.loss('NOT_READ', 'rules of an authorization')
  return postmanAuth({ type, [type]: v3Pairs(member(first, 'credentials')) }, log)
}
