import { type HttpRequest, newAuth, newHttpRequest, type OAuth2Auth, row } from '@parley/model'

/**
 * Returns the request for a token with the client credentials grant (RFC 6749 §4.4), as a send requests it. Who the client is
 * goes into the header or the form, as its settings say.
 */
export function tokenRequestOf(auth: OAuth2Auth): HttpRequest {
  const { clientId, clientSecret, clientAuthentication, scope, additionalParameters, tokenUrl } = auth
  const extra = (placement: 'header' | 'body') =>
    additionalParameters
      .filter(one => one.request === 'token' && one.placement === placement && one.name !== '')
      .map(({ name, value }) => row(name, value))
  const isInHeader = clientAuthentication === 'header' && clientSecret !== ''
  const client = isInHeader
    ? []
    : [row('client_id', clientId), ...(clientSecret === '' ? [] : [row('client_secret', clientSecret)])]
  const scopes = scope.trim() === '' ? [] : [row('scope', scope.trim())]
  return newHttpRequest({
    method: 'POST',
    url: tokenUrl.trim(),
    headers: [row('Accept', 'application/json'), ...extra('header')],
    body: {
      type: 'urlEncoded',
      fields: [row('grant_type', 'client_credentials'), ...scopes, ...client, ...extra('body')],
    },
    auth: isInHeader ? { ...newAuth('basic'), username: clientId, password: clientSecret } : { type: 'none' },
  })
}
