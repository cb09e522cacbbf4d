import { choice, flag, group, list, secret, text } from '../field.ts'
import type { AuthValues } from '../scheme-descriptor.ts'
import { placements } from './placement.ts'

/** An additional parameter of one of the three requests, such as `audience` or `resource`. */
const parameter = {
  request: choice(
    'Request of the parameter',
    [
      { id: 'authorization', label: 'Authorization' },
      { id: 'token', label: 'Token' },
      { id: 'refresh', label: 'Refresh' },
    ],
    { default: 'token' },
  ),
  name: text('Parameter name', { placeholder: 'Name' }),
  value: text('Parameter value', { placeholder: 'Value' }),
  placement: choice(
    'Place of the parameter',
    [
      { id: 'header', label: 'Header' },
      { id: 'query', label: 'Query' },
      { id: 'body', label: 'Body' },
    ],
    { default: 'body' },
  ),
}

/** Which token is sent, and where. */
const tokenUse = {
  /** Distinguishes several tokens for the same settings. */
  id: text('Token name'),
  placement: choice('Add token to', placements),
  /** For `header` the prefix before the token, for `query` the name of the parameter. */
  placementName: text('Header prefix', { default: 'Bearer' }),
  source: choice('Token to send', [
    { id: 'accessToken', label: 'Access token' },
    { id: 'idToken', label: 'ID token' },
  ]),
  fetchAutomatically: flag('Fetch a token with the first send', { default: true }),
  refreshAutomatically: flag('Renew an expired token before sending', { default: true }),
  renewOnUnauthorized: flag('Renew and send again once on 401'),
}

/** The fields of OAuth 2.0 (RFC 6749); behaviour 5.2 names the first three grant types. */
export const oauth2Fields = {
  grantType: choice(
    'Grant type',
    [
      { id: 'pasteAccessToken', label: 'Paste access token' },
      { id: 'authorizationCode', label: 'Authorization Code + PKCE' },
      { id: 'clientCredentials', label: 'Client credentials' },
      { id: 'password', label: 'Password' },
      { id: 'deviceCode', label: 'Device code' },
      { id: 'implicit', label: 'Implicit', isOffered: false },
    ],
    { default: 'authorizationCode' },
  ),
  /** For the grant type Paste access token. */
  accessToken: secret('Access token'),
  authorizationUrl: text('Authorization URL'),
  deviceAuthorizationUrl: text('Device authorization URL'),
  tokenUrl: text('Token URL'),
  /** If empty, the Token URL is used. */
  refreshTokenUrl: text('Refresh URL', { placeholder: 'The Token URL' }),
  callbackUrl: text('Callback URL', { placeholder: 'http://127.0.0.1/callback on any free port' }),
  clientId: text('Client ID'),
  clientSecret: secret('Client secret'),
  clientAuthentication: choice('Client authentication', [
    { id: 'header', label: 'Basic Auth header' },
    { id: 'body', label: 'Request body' },
  ]),
  username: text('Username'),
  password: secret('Password'),
  scope: text('Scope'),
  /** If empty, a random value is generated for each request. */
  state: text('State', { placeholder: 'Random (default)' }),
  /** `off` sends a code request without PKCE. */
  pkce: choice('Code challenge', [
    { id: 'S256', label: 'S256' },
    { id: 'plain', label: 'Plain' },
    { id: 'off', label: 'None: plain code' },
  ]),
  additionalParameters: list(parameter),
  token: group(tokenUse),
}

/** An authorization of type OAuth 2.0. */
export type OAuth2 = AuthValues<'oauth2', typeof oauth2Fields>

/** Returns the name of a grant: that of a code without PKCE does not promise it. */
export function grantLabel({ grantType, pkce }: Pick<OAuth2, 'grantType' | 'pkce'>): string {
  if (grantType === 'authorizationCode' && pkce === 'off') return 'Authorization Code'
  return oauth2Fields.grantType.choices.find(({ id }) => id === grantType)?.label ?? grantType
}
