import { type BasicAuth, ok } from '@parley/model'
import { toBase64 } from '../text/base64.ts'
import { type AuthScheme, nothingApplied, secretHeader } from './auth-scheme.ts'
import { utf8 } from './hashing.ts'

/** User and password as UTF-8 (RFC 7617); nothing where both are empty. */
export const applyBasic: AuthScheme<BasicAuth> = async ({ username, password }) => {
  if (username === '' && password === '') return ok(nothingApplied)
  const value = basicCredentials(username, password)
  return ok(secretHeader('Authorization', value, value.slice('Basic '.length)))
}

/** The value of `Authorization` for a user and a password (RFC 7617 §2). */
export function basicCredentials(username: string, password: string): string {
  return `Basic ${toBase64(utf8(`${username}:${password}`))}`
}
