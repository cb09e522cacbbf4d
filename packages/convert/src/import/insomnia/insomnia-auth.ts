import { type Auth, newAuth, type OAuth2GrantType } from '@parley/model'
import type { ImportLog } from '../import-log.ts'
import { flagMember, isObject, type JsonValue, member, textMember } from '../json-value.ts'

const grantTypes: ReadonlyMap<string, OAuth2GrantType> = new Map([
  ['authorization_code', 'authorizationCode'],
  ['client_credentials', 'clientCredentials'],
  ['password', 'password'],
  ['implicit', 'implicit'],
])

/** Converts an authorization. An empty object inherits; a disabled scheme is none. */
export function insomniaAuth(value: JsonValue | undefined, log: ImportLog): Auth {
  const type = textMember(value, 'type')
  if (!isObject(value) || type === '') return { type: 'inherit' }
  if (flagMember(value, 'disabled')) return { type: 'none' }
  const field = (...names: readonly string[]) => textMember(value, ...names)
  switch (type) {
    case 'none':
      return { type: 'none' }
    case 'bearer':
    case 'singleToken': {
      if (field('prefix') !== '' && field('prefix') !== 'Bearer')
        log.loss('SETTING_NOT_SUPPORTED', `prefix: ${field('prefix')}`)
      return { type: 'bearer', token: field('token') }
    }
    case 'basic':
    case 'digest':
      return { type, username: field('username'), password: field('password') }
    case 'ntlm':
      return { type, username: field('username'), password: field('password'), domain: field('domain') }
    case 'apikey':
      if (field('addTo') === 'cookie') log.loss('SETTING_NOT_SUPPORTED', 'addTo: cookie')
      return {
        type: 'apiKey',
        key: field('key'),
        value: field('value'),
        placement: field('addTo') === 'queryParams' ? 'query' : 'header',
      }
    case 'iam':
      return {
        ...newAuth('signatureV4'),
        accessKeyId: field('accessKeyId'),
        secretAccessKey: field('secretAccessKey'),
        sessionToken: field('sessionToken'),
        region: field('region') || 'us-east-1',
        service: field('service') || 'execute-api',
      }
    case 'hawk':
      return {
        ...newAuth('hawk'),
        id: field('id'),
        key: field('key'),
        algorithm: field('algorithm') === 'sha1' ? 'sha1' : 'sha256',
        ext: field('ext'),
        includePayloadHash: flagMember(value, 'validatePayload'),
      }
    case 'oauth1':
      return oauth1(value, field)
    case 'oauth2':
      return oauth2(value, field)
  }
  log.loss('AUTH_NOT_SUPPORTED', type)
  return { type: 'none' }
}

function oauth1(value: JsonValue, field: (...names: readonly string[]) => string): Auth {
  const method = field('signatureMethod')
  return {
    ...newAuth('oauth1'),
    consumerKey: field('consumerKey'),
    consumerSecret: field('consumerSecret'),
    accessToken: field('tokenKey'),
    accessTokenSecret: field('tokenSecret'),
    callbackUrl: field('callback'),
    verifier: field('verifier'),
    signatureMethod:
      method === 'HMAC-SHA256' || method === 'RSA-SHA1' || method === 'PLAINTEXT' ? method : 'HMAC-SHA1',
    privateKey: { source: 'text', value: field('privateKey') },
    timestamp: field('timestamp'),
    nonce: field('nonce'),
    version: field('version') || '1.0',
    realm: field('realm'),
    includeBodyHash: flagMember(value, 'includeBodyHash'),
  }
}

function oauth2(value: JsonValue, field: (...names: readonly string[]) => string): Auth {
  const empty = newAuth('oauth2')
  return {
    ...empty,
    grantType: grantTypes.get(field('grantType')) ?? 'authorizationCode',
    authorizationUrl: field('authorizationUrl'),
    tokenUrl: field('accessTokenUrl'),
    callbackUrl: field('redirectUrl'),
    clientId: field('clientId'),
    clientSecret: field('clientSecret'),
    clientAuthentication: flagMember(value, 'credentialsInBody') ? 'body' : 'header',
    username: field('username'),
    password: field('password'),
    scope: field('scope'),
    state: field('state'),
    pkce: member(value, 'usePkce') === false ? 'off' : field('pkceMethod') === 'plain' ? 'plain' : 'S256',
    additionalParameters: ['audience', 'resource']
      .filter(name => field(name) !== '')
      .map(name => ({ request: 'token', name, value: field(name), placement: 'body' }) as const),
    token: { ...empty.token, placementName: field('tokenPrefix') || 'Bearer' },
  }
}
