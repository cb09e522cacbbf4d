import type { OAuth2Auth } from '@parley/model'
import { sha, toHex, utf8 } from '../../hashing.ts'

/**
 * Names the token of these settings: requests with the same ones share it, inherited or not. No secret
 * goes into it, so that a changed one keeps the token.
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
