import {
  type AnyAuth,
  type Auth,
  type AuthByType,
  type AuthType,
  authLabel,
  type OAuth2Auth,
} from '@parley/model'
import type { JsonObject, JsonValue } from '../../import/json-value.ts'
import type { ExportLog } from '../export-log.ts'

/** Writes the auth of v2.1: a type and a list of its fields. Inherited auth is omitted. */
export function writePostmanAuth(auth: Auth, log: ExportLog): { readonly auth?: JsonObject } {
  const written = fieldsOf(auth, log)
  if (written === null) return {}
  const { type, fields } = written
  if (type === 'noauth') return { auth: { type } }
  const list = Object.entries(fields).map(([key, value]) => ({
    key,
    value,
    type: typeof value === 'string' ? 'string' : typeof value === 'boolean' ? 'boolean' : 'any',
  }))
  return { auth: { type, [type]: list } }
}

interface WrittenAuth {
  readonly type: string
  readonly fields: JsonObject
}

function fieldsOf(auth: Auth, log: ExportLog): WrittenAuth | null {
  if (auth.type === 'inherit') return null
  const known: Readonly<Record<string, Writer<AnyAuth> | undefined>> = writers
  const writer = known[auth.type]
  if (writer !== undefined) return writer.write(auth, log)
  log.loss(`${authLabel(auth.type)} authorization`)
  return { type: 'noauth', fields: {} }
}

interface Writer<One extends AnyAuth> {
  write(auth: One, log: ExportLog): WrittenAuth
}

/** The schemes that the format has; what is missing here is lost, which the report says. */
const writers: { readonly [Type in AuthType]?: Writer<AuthByType[Type]> } = {
  none: { write: () => ({ type: 'noauth', fields: {} }) },
  bearer: {
    write: (auth, log) => ({ type: 'bearer', fields: { token: log.secret(auth.token, 'token') } }),
  },
  basic: { write: (auth, log) => ({ type: 'basic', fields: userFields(auth, log) }) },
  digest: { write: (auth, log) => ({ type: 'digest', fields: userFields(auth, log) }) },
  ntlm: {
    write: (auth, log) => ({ type: 'ntlm', fields: { ...userFields(auth, log), domain: auth.domain } }),
  },
  apiKey: {
    write: (auth, log) => ({
      type: 'apikey',
      fields: { key: auth.key, value: log.secret(auth.value, 'apiKey'), in: auth.placement },
    }),
  },
  signatureV4: {
    write: (auth, log) => ({
      type: 'awsv4',
      fields: {
        accessKey: auth.accessKeyId,
        secretKey: log.secret(auth.secretAccessKey, 'secretAccessKey'),
        sessionToken: log.secret(auth.sessionToken, 'sessionToken'),
        region: auth.region,
        service: auth.service,
        ...(auth.placement === 'query' ? { addAuthDataToQuery: true } : {}),
      },
    }),
  },
  hawk: {
    write: (auth, log) => ({
      type: 'hawk',
      fields: {
        authId: auth.id,
        authKey: log.secret(auth.key, 'hawkKey'),
        algorithm: auth.algorithm,
        user: auth.user,
        nonce: auth.nonce,
        extraData: auth.ext,
        app: auth.app,
        delegation: auth.dlg,
        timestamp: auth.timestamp,
        includePayloadHash: auth.includePayloadHash,
      },
    }),
  },
  jwt: {
    write: (auth, log) => ({
      type: 'jwt',
      fields: {
        algorithm: auth.algorithm,
        secret: log.secret(auth.secret, 'jwtSecret'),
        isSecretBase64Encoded: auth.isSecretBase64,
        privateKey: log.secret(auth.privateKey, 'privateKey'),
        payload: auth.payload,
        header: auth.header,
        headerPrefix: auth.prefix,
        addTokenTo: auth.placement === 'query' ? 'queryParam' : 'header',
        queryParamKey: auth.queryName,
      },
    }),
  },
  oauth1: {
    write: (auth, log) => ({
      type: 'oauth1',
      fields: {
        consumerKey: auth.consumerKey,
        consumerSecret: log.secret(auth.consumerSecret, 'consumerSecret'),
        token: log.secret(auth.accessToken, 'accessToken'),
        tokenSecret: log.secret(auth.accessTokenSecret, 'accessTokenSecret'),
        callback: auth.callbackUrl,
        verifier: auth.verifier,
        signatureMethod: auth.signatureMethod,
        privateKey: log.secret(auth.privateKey.value, 'privateKey'),
        timestamp: auth.timestamp,
        nonce: auth.nonce,
        version: auth.version,
        realm: auth.realm,
        addParamsToHeader: auth.placement === 'header',
        includeBodyHash: auth.includeBodyHash,
      },
    }),
  },
  oauth2: { write: (auth, log) => ({ type: 'oauth2', fields: oauth2Fields(auth, log) }) },
}

function userFields({ username, password }: AuthByType['basic' | 'digest' | 'ntlm'], log: ExportLog) {
  return { username, password: log.secret(password, 'password') }
}

function oauth2Fields(auth: OAuth2Auth, log: ExportLog): JsonObject {
  const grants = {
    pasteAccessToken: '',
    authorizationCode: auth.pkce === 'off' ? 'authorization_code' : 'authorization_code_with_pkce',
    clientCredentials: 'client_credentials',
    password: 'password_credentials',
    implicit: 'implicit',
    deviceCode: '',
  }
  if (auth.grantType === 'deviceCode') log.loss('OAuth 2.0 device code')
  const all: JsonObject = {
    grant_type: grants[auth.grantType],
    accessToken: log.secret(auth.accessToken, 'accessToken'),
    authUrl: auth.authorizationUrl,
    accessTokenUrl: auth.tokenUrl,
    refreshTokenUrl: auth.refreshTokenUrl,
    redirect_uri: auth.callbackUrl,
    clientId: auth.clientId,
    clientSecret: log.secret(auth.clientSecret, 'clientSecret'),
    client_authentication: auth.clientAuthentication,
    username: auth.username,
    password: log.secret(auth.password, 'password'),
    scope: auth.scope,
    state: auth.state,
    challengeAlgorithm: auth.pkce === 'plain' ? 'plain' : 'S256',
    tokenName: auth.token.id,
    addTokenTo: auth.token.placement === 'query' ? 'queryParams' : 'header',
    headerPrefix: auth.token.placement === 'query' ? '' : auth.token.placementName,
    authRequestParams: parameters(auth, 'authorization'),
    tokenRequestParams: parameters(auth, 'token'),
    refreshRequestParams: parameters(auth, 'refresh'),
  }
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== '' && !(Array.isArray(value) && value.length === 0)),
  )
}

function parameters(auth: OAuth2Auth, request: 'authorization' | 'token' | 'refresh'): readonly JsonValue[] {
  const sendAs = { header: 'request_header', query: 'request_url', body: 'request_body' }
  return auth.additionalParameters
    .filter(one => one.request === request)
    .map(one => ({ key: one.name, value: one.value, enabled: true, send_as: sendAs[one.placement] }))
}
