import { type BasicAuth, ok } from '@parley/model'
import { utf8 } from '../../../basics/hashing.ts'
import { toBase64 } from '../../../basics/text/base64.ts'
import { authorizationHeader, mask, nothingAdded } from '../auth-preview.ts'
import { type AuthScheme, nothingApplied, secretHeader } from '../auth-scheme.ts'
import type { SchemeAction, SchemePreview } from '../scheme-action.ts'
import { hasNoCredentials } from './credentials.ts'

/** Adds user and password, encoded as UTF-8 (RFC 7617); nothing if both are empty. */
const applyBasic: AuthScheme<BasicAuth> = async ({ username, password }) => {
  if (hasNoCredentials({ username, password })) return ok(nothingApplied)
  const value = basicCredentials(username, password)
  return ok(secretHeader('Authorization', value, value.slice('Basic '.length)))
}

/** Returns the value of `Authorization` for a user and a password (RFC 7617 §2). */
export function basicCredentials(username: string, password: string): string {
  return `Basic ${toBase64(utf8(`${username}:${password}`))}`
}

/** Lists what the scheme will add. */
export const previewBasic: SchemePreview<BasicAuth> = auth =>
  hasNoCredentials(auth) ? nothingAdded : authorizationHeader(`Basic ${mask}`)

/** The implementation of the scheme. */
export const basicAction: SchemeAction<BasicAuth> = {
  apply: applyBasic,
  preview: previewBasic,
  validity: 'unlimited',
}
