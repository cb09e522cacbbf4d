import fc from 'fast-check'
import { type Auth, newAuth, type OAuth2Auth } from '../src/index.ts'
import { few, fields, flag, oneOf, only, text } from './arbitrary-fields.ts'

const textAuth = <Type extends Auth['type'], Key extends string>(type: Type, ...keys: Key[]) =>
  fc.tuple(...keys.map(() => text)).map(texts => ({
    ...newAuth(type),
    ...Object.fromEntries(keys.map((key, index) => [key, texts[index]])),
  }))

const oauth2: fc.Arbitrary<OAuth2Auth> = fields({
  type: only('oauth2'),
  grantType: oneOf(
    'pasteAccessToken',
    'authorizationCode',
    'clientCredentials',
    'password',
    'deviceCode',
    'implicit',
  ),
  accessToken: text,
  authorizationUrl: text,
  deviceAuthorizationUrl: text,
  tokenUrl: text,
  refreshTokenUrl: text,
  callbackUrl: text,
  clientId: text,
  clientSecret: text,
  clientAuthentication: oneOf('header', 'body'),
  username: text,
  password: text,
  scope: text,
  state: text,
  pkce: oneOf('S256', 'plain', 'off'),
  additionalParameters: few(
    fields({
      request: oneOf('authorization', 'token', 'refresh'),
      name: text,
      value: text,
      placement: oneOf('header', 'query', 'body'),
    }),
  ),
  token: fields({
    id: text,
    placement: oneOf('header', 'query'),
    placementName: text,
    source: oneOf('accessToken', 'idToken'),
    fetchAutomatically: flag,
    refreshAutomatically: flag,
    renewOnUnauthorized: flag,
  }),
})

/** One arbitrary for each type, so that a test can name the type that fails. */
export const arbitraryAuths: { readonly [Type in Auth['type']]: fc.Arbitrary<Auth> } = {
  inherit: only({ type: 'inherit' }),
  none: only({ type: 'none' }),
  bearer: textAuth('bearer', 'token'),
  apiKey: fields({
    type: only('apiKey'),
    key: text,
    value: text,
    placement: oneOf('header', 'query'),
  }),
  basic: textAuth('basic', 'username', 'password'),
  digest: textAuth('digest', 'username', 'password'),
  wsse: textAuth('wsse', 'username', 'password'),
  ntlm: textAuth('ntlm', 'username', 'password', 'domain'),
  signatureV4: fields({
    type: only('signatureV4'),
    accessKeyId: text,
    secretAccessKey: text,
    sessionToken: text,
    region: text,
    service: text,
    profileName: text,
    placement: oneOf('header', 'query'),
  }),
  oauth1: fields({
    type: only('oauth1'),
    consumerKey: text,
    consumerSecret: text,
    accessToken: text,
    accessTokenSecret: text,
    callbackUrl: text,
    verifier: text,
    signatureMethod: oneOf(
      'HMAC-SHA1',
      'HMAC-SHA256',
      'HMAC-SHA512',
      'RSA-SHA1',
      'RSA-SHA256',
      'RSA-SHA512',
      'PLAINTEXT',
    ),
    privateKey: fields({ source: oneOf('file', 'text'), value: text }),
    timestamp: text,
    nonce: text,
    version: text,
    realm: text,
    placement: oneOf('header', 'query', 'body'),
    includeBodyHash: flag,
  }),
  oauth2,
  jwt: fields({
    type: only('jwt'),
    algorithm: text,
    secret: text,
    isSecretBase64: flag,
    privateKey: text,
    payload: text,
    header: text,
    prefix: text,
    placement: oneOf('header', 'query'),
    queryName: text,
  }),
  hawk: fields({
    type: only('hawk'),
    id: text,
    key: text,
    algorithm: oneOf('sha1', 'sha256'),
    user: text,
    nonce: text,
    ext: text,
    app: text,
    dlg: text,
    timestamp: text,
    includePayloadHash: flag,
  }),
}
/** Any authorization. */
export const arbitraryAuth = fc.oneof(...Object.values(arbitraryAuths))
