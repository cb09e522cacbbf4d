import type { OAuth2Auth } from '@parley/model'
import { sha, toHex, utf8 } from '../../../../basics/hashing.ts'

/**
 * Returns the key under which a token is stored. Requests with the same settings share a token, inherited or
 * not. Secrets are not part of the key, so a token is kept when a secret changes.
 */
export async function tokenKey(auth: OAuth2Auth): Promise<string> {
  const { grantType, authorizationUrl, deviceAuthorizationUrl, tokenUrl, clientId, username, scope } = auth
  const parameters = auth.additionalParameters.map(({ request, name, value }) => [request, name, value])
  const settings = [
    ...[grantType, authorizationUrl, deviceAuthorizationUrl, tokenUrl, clientId, username, scope],
    auth.token.id,
    parameters,
  ]
  return toHex(await sha('SHA-256', utf8(JSON.stringify(settings))))
}
