import {
  defaultGrpcOptions,
  type EffectiveAuth,
  newAuth,
  secretFieldsOf,
  withSecretText,
} from '@parley/model'
import { createAuthority, startHttpProxy, startSocksProxy } from '@parley/testkit'
import { type GrpcServer, startGrpcServer } from '@parley/testkit/grpc'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { directPath, type NetworkPath, type ProxyServer } from '../connection/network-path.ts'
import { describeVariant, secretAuths, secretTextOf } from '../secret-auths.testkit.ts'
import { startGrpcEngine } from './grpc.testkit.ts'

const authority = createAuthority()
const own = authority.issue({ usage: 'client', name: 'client' })
let plain: GrpcServer
let secure: GrpcServer
let mutual: GrpcServer
let client = startGrpcEngine()

beforeAll(async () => {
  ;[plain, secure, mutual] = await Promise.all([
    startGrpcServer(),
    startGrpcServer({ authority }),
    startGrpcServer({ authority, needsClientCertificate: true }),
  ])
})
afterAll(async () => {
  for (const server of [plain, secure, mutual]) await server.close()
})
afterEach(() => client.close())

/** Trusts the authority of the servers, and presents a certificate of it. */
const tls: NetworkPath['tls'] = {
  ...directPath.tls,
  extraAuthorities: [authority.certificatePem],
  clientCertificate: {
    type: 'pem',
    certificate: own.certificatePem,
    privateKey: own.privateKeyPem,
    passphrase: '',
  },
}

/** Each security of a connection, with a URL that asks for it. */
const securities = {
  'without TLS': () => plain.address,
  'with TLS': () => `grpcs://${secure.address}`,
  'with a client certificate': () => `https://${mutual.address}`,
} as const
type Security = keyof typeof securities

/** Each type of method, with what a call of it answers. */
const methods = {
  unary: { method: 'shop.Books/Get', messages: ['{"id": 1}'], answers: 1 },
  'client streaming': { method: 'shop.Books/Add', messages: ['{"id": 1}', '{"id": 2}'], answers: 1 },
  'server streaming': { method: 'shop.Books/List', messages: ['{"count": 3}'], answers: 3 },
  bidirectional: { method: 'shop.Books/Chat', messages: ['{"id": 1}', '{"id": 2}'], answers: 2 },
} as const
type Method = keyof typeof methods

const proxies: Readonly<Record<ProxyServer['type'], () => Promise<StartedProxy>>> = {
  http: () => startHttpProxy(),
  https: () => startHttpProxy({ isSecure: true, authority }),
  socks5: () => startSocksProxy(),
}
interface StartedProxy {
  readonly port: number
  close(): Promise<void>
}

const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>) => Object.keys(record) as Key[]

/** Asks for the definition by reflection, and makes the call, both in the same way. */
async function call(security: Security, name: Method, fields: { readonly auth?: EffectiveAuth } = {}) {
  const { method, messages, answers } = methods[name]
  const answered = await client.answered({
    url: securities[security](),
    method,
    messages,
    options: defaultGrpcOptions,
    ...fields,
  })
  expect(answered.grpc).toMatchObject({ code: 0, messageCount: answers })
  return answered.exchange
}

describe.each([null, ...keysOf(proxies)])('through the proxy %s', type => {
  describe.each(keysOf(securities))('%s', security => {
    test.each(keysOf(methods))('%s', async name => {
      const proxy = type === null ? null : await proxies[type]()
      const server = type &&
        proxy && { type, host: '127.0.0.1', port: proxy.port, username: '', password: '' }
      client = startGrpcEngine({ choosePath: async () => ({ proxy: server, tls }) })
      const { connection } = await call(security, name)
      expect(connection.tls !== null).toBe(security !== 'without TLS')
      expect(connection.proxy === null).toBe(proxy === null)
      client.close()
      await proxy?.close()
    })
  })
})

/** Returns a scheme with its secrets. */
function filledIn(auth: EffectiveAuth): EffectiveAuth {
  return secretFieldsOf(auth).reduce<EffectiveAuth>(
    (filled, { field }) => withSecretText(filled, field, secretTextOf(auth, field)),
    auth,
  )
}

/** Schemes that are sent once the server has asked for them, which calls of this server never do. */
const challenged: ReadonlySet<string> = new Set(['digest'])
const oauth2 = newAuth('oauth2')
const inQuery: EffectiveAuth = {
  ...oauth2,
  grantType: 'pasteAccessToken',
  token: { ...oauth2.token, placement: 'query', placementName: 'access_token' },
}
const auths: readonly EffectiveAuth[] = [...Object.values(secretAuths).flat(), inQuery]
const label = (auth: EffectiveAuth) => `${auth.type} ${describeVariant(auth)}`.trim()
const isInQuery = (auth: EffectiveAuth) =>
  auth === inQuery || ('placement' in auth && auth.placement === 'query')

describe.each(auths.filter(auth => !isInQuery(auth)).map(auth => [label(auth), auth] as const))(
  'authorized by %s',
  (_, auth) => {
    test.each(['unary', 'bidirectional'] as const)('%s', async name => {
      client = startGrpcEngine({ choosePath: async () => ({ proxy: null, tls }) })
      const { request } = await call('with TLS', name, { auth: filledIn(auth) })
      const isSent = request.headers.some(field => field.value.includes('••••••'))
      expect(isSent).toBe(!challenged.has(auth.type))
    })
  },
)

describe('authorization that would be in the query is refused before anything is sent', () => {
  test.each(auths.filter(isInQuery).map(auth => [label(auth), auth] as const))('%s', async (_, auth) => {
    client = startGrpcEngine()
    for (const options of [defaultGrpcOptions, { ...defaultGrpcOptions, definition: 'proto' as const }]) {
      const { failure } = await client.failure({ url: plain.address, auth: filledIn(auth), options })
      expect(failure).toMatchObject({ code: 'GRPC_AUTH_IN_QUERY', step: 'prepare' })
    }
  })
})
