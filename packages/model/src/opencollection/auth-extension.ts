import type {
  Auth,
  HawkAuth,
  JwtAuth,
  OAuth2Auth,
  OAuth2Parameter,
  OAuth2TokenUse,
  SignatureV4Auth,
} from '../authorization/auth.ts'
import { newAuth } from '../authorization/new-auth.ts'
import { isSameValue } from './is-same-value.ts'
import type { ObjectReader } from './object-reader.ts'
import { type OpenCollectionObject, type OpenCollectionValue, objectOf } from './value.ts'

const extensionTypes = ['none', 'jwt', 'hawk', 'oauth2', 'signatureV4'] as const

/**
 * `extensions.parley.auth`: the type, and of its fields (named as in the model) those that differ
 * from what stands beside it or, where that is of another type, from a new auth of this type.
 */
export function readAuthExtension(extension: ObjectReader, stated: Auth | undefined): Auth {
  const type = extension.choice('type', extensionTypes, 'none')
  if (type === 'jwt') return readJwt(extension, newAuth('jwt'))
  if (type === 'hawk') return readHawk(extension, newAuth('hawk'))
  if (type === 'oauth2') return readOAuth2Extension(extension, oAuth2Beside(stated))
  if (type === 'signatureV4') return readSignatureV4Extension(extension, stated)
  return { type }
}

export function writeAuthExtension(auth: Auth, stated: Auth | undefined): OpenCollectionObject | undefined {
  switch (auth.type) {
    case 'none':
      return { type: 'none' }
    case 'jwt':
      return differing({ ...auth }, { ...newAuth('jwt') })
    case 'hawk':
      return differing({ ...auth }, { ...newAuth('hawk') })
    case 'signatureV4':
      return differing({ ...auth }, { ...(stated?.type === 'signatureV4' ? stated : newAuth('signatureV4')) })
    case 'oauth2':
      return differing(oAuth2Fields(auth), oAuth2Fields(oAuth2Beside(stated)))
    case 'inherit':
    case 'bearer':
    case 'apiKey':
    case 'basic':
    case 'digest':
    case 'oauth1':
    case 'ntlm':
    case 'wsse':
      return undefined
  }
}

/** The schema knows the signature in headers alone. */
function readSignatureV4Extension(extension: ObjectReader, stated: Auth | undefined): SignatureV4Auth {
  const base = stated?.type === 'signatureV4' ? stated : newAuth('signatureV4')
  return { ...base, placement: extension.choice('placement', ['header', 'query'], base.placement) }
}

type Fields = Readonly<Record<string, OpenCollectionValue>>

function differing(fields: Fields, base: Fields): OpenCollectionObject {
  const kept = Object.entries(fields).filter(
    ([key, value]) => key === 'type' || !isSameValue(value, base[key]),
  )
  return objectOf(Object.fromEntries(kept))
}

function oAuth2Fields(auth: OAuth2Auth): Fields {
  const additionalParameters = auth.additionalParameters.map(parameter => ({ ...parameter }))
  return { ...auth, additionalParameters, token: { ...auth.token } }
}

/** A pasted access token stands beside as a bearer token, and only there: one place for a secret. */
function oAuth2Beside(stated: Auth | undefined): OAuth2Auth {
  if (stated?.type === 'oauth2') return stated
  return { ...newAuth('oauth2'), accessToken: stated?.type === 'bearer' ? stated.token : '' }
}

function readJwt(extension: ObjectReader, base: JwtAuth): JwtAuth {
  return {
    type: 'jwt',
    algorithm: extension.text('algorithm', base.algorithm),
    secret: extension.text('secret', base.secret),
    isSecretBase64: extension.flag('isSecretBase64', base.isSecretBase64),
    privateKey: extension.text('privateKey', base.privateKey),
    payload: extension.text('payload', base.payload),
    header: extension.text('header', base.header),
    prefix: extension.text('prefix', base.prefix),
    placement: extension.choice('placement', ['header', 'query'], base.placement),
    queryName: extension.text('queryName', base.queryName),
  }
}

function readHawk(extension: ObjectReader, base: HawkAuth): HawkAuth {
  return {
    type: 'hawk',
    id: extension.text('id', base.id),
    key: extension.text('key', base.key),
    algorithm: extension.choice('algorithm', ['sha1', 'sha256'], base.algorithm),
    user: extension.text('user', base.user),
    nonce: extension.text('nonce', base.nonce),
    ext: extension.text('ext', base.ext),
    app: extension.text('app', base.app),
    dlg: extension.text('dlg', base.dlg),
    timestamp: extension.text('timestamp', base.timestamp),
    includePayloadHash: extension.flag('includePayloadHash', base.includePayloadHash),
  }
}

const grantTypes = [
  'pasteAccessToken',
  'authorizationCode',
  'clientCredentials',
  'password',
  'deviceCode',
  'implicit',
] as const

function readOAuth2Extension(extension: ObjectReader, base: OAuth2Auth): OAuth2Auth {
  return {
    type: 'oauth2',
    grantType: extension.choice('grantType', grantTypes, base.grantType),
    accessToken: extension.text('accessToken', base.accessToken),
    authorizationUrl: extension.text('authorizationUrl', base.authorizationUrl),
    deviceAuthorizationUrl: extension.text('deviceAuthorizationUrl', base.deviceAuthorizationUrl),
    tokenUrl: extension.text('tokenUrl', base.tokenUrl),
    refreshTokenUrl: extension.text('refreshTokenUrl', base.refreshTokenUrl),
    callbackUrl: extension.text('callbackUrl', base.callbackUrl),
    clientId: extension.text('clientId', base.clientId),
    clientSecret: extension.text('clientSecret', base.clientSecret),
    clientAuthentication: extension.choice(
      'clientAuthentication',
      ['header', 'body'],
      base.clientAuthentication,
    ),
    username: extension.text('username', base.username),
    password: extension.text('password', base.password),
    scope: extension.text('scope', base.scope),
    state: extension.text('state', base.state),
    pkce: extension.choice('pkce', ['S256', 'plain', 'off'], base.pkce),
    additionalParameters: extension.has('additionalParameters')
      ? extension.objects('additionalParameters', readParameter)
      : base.additionalParameters,
    token: readTokenUse(extension.object('token'), base.token),
  }
}

function readParameter(entry: ObjectReader): OAuth2Parameter {
  return {
    request: entry.choice('request', ['authorization', 'token', 'refresh'], 'token'),
    name: entry.text('name'),
    value: entry.text('value'),
    placement: entry.choice('placement', ['header', 'query', 'body'], 'body'),
  }
}

function readTokenUse(token: ObjectReader, base: OAuth2TokenUse): OAuth2TokenUse {
  return {
    id: token.text('id', base.id),
    placement: token.choice('placement', ['header', 'query'], base.placement),
    placementName: token.text('placementName', base.placementName),
    source: token.choice('source', ['accessToken', 'idToken'], base.source),
    fetchAutomatically: token.flag('fetchAutomatically', base.fetchAutomatically),
    refreshAutomatically: token.flag('refreshAutomatically', base.refreshAutomatically),
    renewOnUnauthorized: token.flag('renewOnUnauthorized', base.renewOnUnauthorized),
  }
}
