import { ok, type WsseAuth } from '@parley/model'
import { sha, utf8 } from '../../../basics/hashing.ts'
import { toBase64 } from '../../../basics/text/base64.ts'
import { nothingAdded, unknownFields } from '../auth-preview.ts'
import { type AuthScheme, nothingApplied } from '../auth-scheme.ts'
import { randomToken } from '../random-token.ts'
import type { SchemeAction, SchemePreview } from '../scheme-action.ts'
import { hasNoCredentials } from './credentials.ts'

/**
 * Adds `X-WSSE` with a UsernameToken (Web Services Security UsernameToken Profile 1.0 §3.1). The digest is
 * Base64(SHA-1(nonce + created + password)) over the bytes of the nonce, which is sent as Base64.
 */
const applyWsse: AuthScheme<WsseAuth> = async ({ username, password }, _message, { clock, random }) => {
  if (hasNoCredentials({ username, password })) return ok(nothingApplied)
  const nonce = randomToken(random, 24)
  const created = new Date(clock.now()).toISOString()
  const digest = toBase64(await sha('SHA-1', utf8(`${nonce}${created}${password}`)))
  const parts = { Username: username, PasswordDigest: digest, Nonce: toBase64(utf8(nonce)), Created: created }
  const listed = Object.entries(parts).map(([name, text]) => `${name}="${text.replace(/["\\]/g, '\\$&')}"`)
  return ok({
    ...nothingApplied,
    headers: [
      { name: 'Authorization', value: 'WSSE profile="UsernameToken"' },
      { name: 'X-WSSE', value: `UsernameToken ${listed.join(', ')}` },
    ],
    credentials: [{ placement: 'header', name: 'X-WSSE', secret: digest }],
  })
}

/** Lists what the scheme will add. */
export const previewWsse: SchemePreview<WsseAuth> = auth =>
  hasNoCredentials(auth) ? nothingAdded : { headers: unknownFields('Authorization', 'X-WSSE'), params: [] }

/** The implementation of the scheme. */
export const wsseAction: SchemeAction<WsseAuth> = {
  apply: applyWsse,
  preview: previewWsse,
  validity: 'untilItExpires',
}
