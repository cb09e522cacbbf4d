import { z } from 'zod'
import type { Auth } from '../authorization/auth.ts'
import type { InStep, Proven } from './in-step.ts'

const text = z.string()
const credentials = { username: text, password: text }
const headerOrQuery = z.enum(['header', 'query'])
const parameterPlacement = z.enum(['header', 'query', 'body'])

const oauth1Schema = z.strictObject({
  type: z.literal('oauth1'),
  consumerKey: text,
  consumerSecret: text,
  accessToken: text,
  accessTokenSecret: text,
  callbackUrl: text,
  verifier: text,
  signatureMethod: z.enum([
    'HMAC-SHA1',
    'HMAC-SHA256',
    'HMAC-SHA512',
    'RSA-SHA1',
    'RSA-SHA256',
    'RSA-SHA512',
    'PLAINTEXT',
  ]),
  privateKey: z.strictObject({ source: z.enum(['file', 'text']), value: text }),
  timestamp: text,
  nonce: text,
  version: text,
  realm: text,
  placement: parameterPlacement,
  includeBodyHash: z.boolean(),
})

const oauth2Schema = z.strictObject({
  type: z.literal('oauth2'),
  grantType: z.enum([
    'pasteAccessToken',
    'authorizationCode',
    'clientCredentials',
    'password',
    'deviceCode',
    'implicit',
  ]),
  accessToken: text,
  authorizationUrl: text,
  deviceAuthorizationUrl: text,
  tokenUrl: text,
  refreshTokenUrl: text,
  callbackUrl: text,
  clientId: text,
  clientSecret: text,
  clientAuthentication: z.enum(['header', 'body']),
  ...credentials,
  scope: text,
  state: text,
  pkce: z.enum(['S256', 'plain', 'off']),
  additionalParameters: z.array(
    z.strictObject({
      request: z.enum(['authorization', 'token', 'refresh']),
      name: text,
      value: text,
      placement: parameterPlacement,
    }),
  ),
  token: z.strictObject({
    id: text,
    placement: headerOrQuery,
    placementName: text,
    source: z.enum(['accessToken', 'idToken']),
    fetchAutomatically: z.boolean(),
    refreshAutomatically: z.boolean(),
    renewOnUnauthorized: z.boolean(),
  }),
})

const jwtSchema = z.strictObject({
  type: z.literal('jwt'),
  algorithm: text,
  secret: text,
  isSecretBase64: z.boolean(),
  privateKey: text,
  payload: text,
  header: text,
  prefix: text,
  placement: headerOrQuery,
  queryName: text,
})

const hawkSchema = z.strictObject({
  type: z.literal('hawk'),
  id: text,
  key: text,
  algorithm: z.enum(['sha1', 'sha256']),
  user: text,
  nonce: text,
  ext: text,
  app: text,
  dlg: text,
  timestamp: text,
  includePayloadHash: z.boolean(),
})

/** Every authorization type (spec 5.1). */
export const authSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('inherit') }),
  z.strictObject({ type: z.literal('none') }),
  z.strictObject({ type: z.literal('bearer'), token: text }),
  z.strictObject({ type: z.literal('apiKey'), key: text, value: text, placement: headerOrQuery }),
  z.strictObject({ type: z.literal('basic'), ...credentials }),
  z.strictObject({ type: z.literal('digest'), ...credentials }),
  z.strictObject({ type: z.literal('wsse'), ...credentials }),
  z.strictObject({ type: z.literal('ntlm'), ...credentials, domain: text }),
  z.strictObject({
    type: z.literal('signatureV4'),
    accessKeyId: text,
    secretAccessKey: text,
    sessionToken: text,
    region: text,
    service: text,
    profileName: text,
    placement: headerOrQuery,
  }),
  oauth1Schema,
  oauth2Schema,
  jwtSchema,
  hawkSchema,
])

/** @proof */
export type AuthSchemaInStep = Proven<InStep<typeof authSchema, Auth>>
