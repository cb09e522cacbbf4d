import {
  type Auth,
  type HttpBody,
  newAuth,
  type OAuth1SignatureMethod,
  type OAuth2Auth,
  type OAuth2GrantType,
  type OAuth2Parameter,
} from '@parley/model'
import type { ImportLog } from '../import-log.ts'
import { entriesOf, isObject, type JsonValue, listOf, member, textMember, textOf } from '../json-value.ts'

/** Returns a field of an auth type, from a list of `{key, value}` since v2.1, or an object before. */
type Fields = (name: string) => string

/**
 * Converts an authorization. Null inherits; `noauth` is none; an unknown type is reported as lost and does
 * not inherit.
 */
export function postmanAuth(value: JsonValue | undefined, log: ImportLog): Auth {
  if (!isObject(value)) return { type: 'inherit' }
  const type = textMember(value, 'type')
  const list = member(value, type)
  const fields = new Map<string, JsonValue>(
    isObject(list)
      ? entriesOf(list)
      : listOf(list).map(one => [textMember(one, 'key'), member(one, 'value') ?? ''] as const),
  )
  const field: Fields = name => textOf(fields.get(name))
  const read = readers.get(type)
  if (read !== undefined) return read(field, fields)
  if (type === '') return { type: 'inherit' }
  log.loss('AUTH_NOT_SUPPORTED', type)
  return { type: 'none' }
}

type AuthReader = (field: Fields, fields: ReadonlyMap<string, JsonValue>) => Auth

const readers: ReadonlyMap<string, AuthReader> = new Map<string, AuthReader>([
  ['noauth', () => ({ type: 'none' })],
  ['bearer', field => ({ type: 'bearer', token: field('token') })],
  ['basic', field => ({ type: 'basic', username: field('username'), password: field('password') })],
  ['digest', field => ({ type: 'digest', username: field('username'), password: field('password') })],
  [
    'ntlm',
    field => ({
      type: 'ntlm',
      username: field('username'),
      password: field('password'),
      domain: field('domain'),
    }),
  ],
  [
    'apikey',
    field => ({
      type: 'apiKey',
      key: field('key'),
      value: field('value'),
      placement: field('in') === 'query' ? 'query' : 'header',
    }),
  ],
  [
    'awsv4',
    field => ({
      ...newAuth('signatureV4'),
      accessKeyId: field('accessKey'),
      secretAccessKey: field('secretKey'),
      sessionToken: field('sessionToken'),
      region: field('region') || 'us-east-1',
      service: field('service') || 'execute-api',
      placement: field('addAuthDataToQuery') === 'true' ? 'query' : 'header',
    }),
  ],
  [
    'hawk',
    field => ({
      ...newAuth('hawk'),
      id: field('authId'),
      key: field('authKey'),
      algorithm: field('algorithm') === 'sha1' ? 'sha1' : 'sha256',
      user: field('user'),
      nonce: field('nonce'),
      ext: field('extraData'),
      app: field('app'),
      dlg: field('delegation'),
      timestamp: field('timestamp'),
      includePayloadHash: field('includePayloadHash') === 'true',
    }),
  ],
  [
    'jwt',
    field => ({
      ...newAuth('jwt'),
      algorithm: field('algorithm') || 'HS256',
      secret: field('secret'),
      isSecretBase64: field('isSecretBase64Encoded') === 'true',
      privateKey: field('privateKey'),
      payload: field('payload') || '{}',
      header: field('header') || '{}',
      prefix: field('headerPrefix') || 'Bearer',
      placement: field('addTokenTo') === 'queryParam' ? 'query' : 'header',
      queryName: field('queryParamKey') || 'token',
    }),
  ],
  ['oauth1', readOAuth1],
  ['oauth2', readOAuth2],
])

const signatureMethods: readonly OAuth1SignatureMethod[] = [
  'HMAC-SHA1',
  'HMAC-SHA256',
  'HMAC-SHA512',
  'RSA-SHA1',
  'RSA-SHA256',
  'RSA-SHA512',
  'PLAINTEXT',
]

function readOAuth1(field: Fields): Auth {
  const empty = newAuth('oauth1')
  return {
    ...empty,
    consumerKey: field('consumerKey'),
    consumerSecret: field('consumerSecret'),
    accessToken: field('token'),
    accessTokenSecret: field('tokenSecret'),
    callbackUrl: field('callback'),
    verifier: field('verifier'),
    signatureMethod: signatureMethods.find(one => one === field('signatureMethod')) ?? empty.signatureMethod,
    privateKey: { source: 'text', value: field('privateKey') },
    timestamp: field('timestamp'),
    nonce: field('nonce'),
    version: field('version') || '1.0',
    realm: field('realm'),
    placement: field('addParamsToHeader') === 'true' ? 'header' : 'body',
    includeBodyHash: field('includeBodyHash') === 'true',
  }
}

/** Postman sends parameters of OAuth 1.0 that are not in the header in a form of PUT and POST, else in the query. */
export function withSentPlacement(auth: Auth, method: string, body: HttpBody): Auth {
  if (auth.type !== 'oauth1' || auth.placement !== 'body') return auth
  const isForm = body.type === 'urlEncoded' && (method === 'PUT' || method === 'POST')
  return isForm ? auth : { ...auth, placement: 'query' }
}

const grantTypes: ReadonlyMap<string, OAuth2GrantType> = new Map([
  ['authorization_code', 'authorizationCode'],
  ['authorization_code_with_pkce', 'authorizationCode'],
  ['client_credentials', 'clientCredentials'],
  ['password_credentials', 'password'],
  ['implicit', 'implicit'],
])

function readOAuth2(field: Fields, fields: ReadonlyMap<string, JsonValue>): Auth {
  const empty = newAuth('oauth2')
  const grant = field('grant_type')
  const isFetched = field('accessTokenUrl') !== '' || field('authUrl') !== ''
  const placement = field('addTokenTo') === 'queryParams' ? 'query' : 'header'
  return {
    ...empty,
    grantType: isFetched ? (grantTypes.get(grant) ?? 'authorizationCode') : 'pasteAccessToken',
    accessToken: field('accessToken'),
    authorizationUrl: field('authUrl'),
    tokenUrl: field('accessTokenUrl'),
    refreshTokenUrl: field('refreshTokenUrl'),
    callbackUrl: field('redirect_uri'),
    clientId: field('clientId'),
    clientSecret: field('clientSecret'),
    clientAuthentication: field('client_authentication') === 'body' ? 'body' : 'header',
    username: field('username'),
    password: field('password'),
    scope: field('scope'),
    state: field('state'),
    pkce: grant === 'authorization_code' ? 'off' : field('challengeAlgorithm') === 'plain' ? 'plain' : 'S256',
    additionalParameters: [
      ...parameters('authorization', fields.get('authRequestParams')),
      ...parameters('token', fields.get('tokenRequestParams')),
      ...parameters('refresh', fields.get('refreshRequestParams')),
    ],
    token: {
      ...empty.token,
      id: field('tokenName'),
      placement,
      placementName: placement === 'query' ? 'access_token' : field('headerPrefix').trim() || 'Bearer',
    },
  } satisfies OAuth2Auth
}

const placements: ReadonlyMap<string, OAuth2Parameter['placement']> = new Map([
  ['request_header', 'header'],
  ['request_url', 'query'],
  ['request_body', 'body'],
])

function parameters(
  request: OAuth2Parameter['request'],
  list: JsonValue | undefined,
): readonly OAuth2Parameter[] {
  return listOf(list)
    .filter(one => member(one, 'enabled') !== false)
    .map(one => ({
      request,
      name: textMember(one, 'key'),
      value: textMember(one, 'value'),
      placement:
        placements.get(textMember(one, 'send_as')) ?? (request === 'authorization' ? 'query' : 'body'),
    }))
}
