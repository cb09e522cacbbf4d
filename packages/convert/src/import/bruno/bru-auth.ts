import { type Auth, newAuth, type OAuth1SignatureMethod, type OAuth2GrantType } from '@parley/model'
import type { ImportLog } from '../import-log.ts'

/** Returns the value of a pair in the block of an auth mode. */
type Field = (name: string) => string

const grantTypes: ReadonlyMap<string, OAuth2GrantType> = new Map([
  ['authorization_code', 'authorizationCode'],
  ['client_credentials', 'clientCredentials'],
  ['password', 'password'],
  ['implicit', 'implicit'],
])

/** Converts the authorization of a mode; `fields` reads the block named after the mode. */
export function bruAuth(mode: string, fields: (block: string) => Field, log: ImportLog): Auth {
  const field = fields(`auth:${mode}`)
  switch (mode) {
    case '':
    case 'inherit':
      return { type: 'inherit' }
    case 'none':
      return { type: 'none' }
    case 'bearer':
      return { type: 'bearer', token: field('token') }
    case 'basic':
    case 'digest':
    case 'wsse':
      return { type: mode, username: field('username'), password: field('password') }
    case 'ntlm':
      return {
        type: 'ntlm',
        username: field('username'),
        password: field('password'),
        domain: field('domain'),
      }
    case 'apikey':
      return {
        type: 'apiKey',
        key: field('key'),
        value: field('value'),
        placement: field('placement') === 'queryparams' ? 'query' : 'header',
      }
    case 'awsv4':
      return {
        ...newAuth('signatureV4'),
        accessKeyId: field('accessKeyId'),
        secretAccessKey: field('secretAccessKey'),
        sessionToken: field('sessionToken'),
        region: field('region') || 'us-east-1',
        service: field('service') || 'execute-api',
        profileName: field('profileName'),
      }
    case 'oauth1':
      return oauth1(field, log)
    case 'oauth2':
      return oauth2(field)
  }
  log.loss('AUTH_NOT_SUPPORTED', mode)
  return { type: 'none' }
}

const signatureMethods: readonly OAuth1SignatureMethod[] = [
  'HMAC-SHA1',
  'HMAC-SHA256',
  'HMAC-SHA512',
  'RSA-SHA1',
  'RSA-SHA256',
  'RSA-SHA512',
  'PLAINTEXT',
]

function oauth1(field: Field, log: ImportLog): Auth {
  const empty = newAuth('oauth1')
  const keyPath = /^@file\((.*)\)$/s.exec(field('private_key'))?.[1]
  log.file(keyPath ?? '')
  return {
    ...empty,
    consumerKey: field('consumer_key'),
    consumerSecret: field('consumer_secret'),
    accessToken: field('access_token'),
    accessTokenSecret: field('token_secret'),
    callbackUrl: field('callback_url'),
    verifier: field('verifier'),
    signatureMethod: signatureMethods.find(one => one === field('signature_method')) ?? empty.signatureMethod,
    privateKey:
      keyPath === undefined
        ? { source: 'text', value: field('private_key') }
        : { source: 'file', value: keyPath },
    timestamp: field('timestamp'),
    nonce: field('nonce'),
    version: field('version') || empty.version,
    realm: field('realm'),
    placement: (['header', 'query', 'body'] as const).find(one => one === field('placement')) ?? 'header',
    includeBodyHash: field('include_body_hash') === 'true',
  }
}

function oauth2(field: Field): Auth {
  const empty = newAuth('oauth2')
  const isInQuery = field('token_placement') === 'url' || field('token_placement') === 'query'
  return {
    ...empty,
    grantType: grantTypes.get(field('grant_type')) ?? 'authorizationCode',
    authorizationUrl: field('authorization_url'),
    tokenUrl: field('access_token_url'),
    refreshTokenUrl: field('refresh_token_url'),
    callbackUrl: field('callback_url'),
    clientId: field('client_id'),
    clientSecret: field('client_secret'),
    clientAuthentication: field('credentials_placement') === 'body' ? 'body' : 'header',
    username: field('username'),
    password: field('password'),
    scope: field('scope'),
    state: field('state'),
    pkce: field('pkce') === 'false' ? 'off' : 'S256',
    token: {
      ...empty.token,
      id: field('credentials_id'),
      placement: isInQuery ? 'query' : 'header',
      placementName: isInQuery
        ? field('token_query_key') || 'access_token'
        : field('token_header_prefix') || 'Bearer',
      fetchAutomatically: field('auto_fetch_token') !== 'false',
      refreshAutomatically: field('auto_refresh_token') !== 'false',
    },
  }
}
