import {
  defaultGrpcOptions,
  type EffectiveAuth,
  type GrpcWeb,
  newAuth,
  secretFieldsOf,
  withSecretText,
} from '@parley/model'
import { createAuthority, startHttpProxy, startSocksProxy } from '@parley/testkit'
import { type GrpcServer, startGrpcServer } from '@parley/testkit/grpc'
import { startGrpcWebServer } from '@parley/testkit/grpc-web'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { directPath, type NetworkPath, type ProxyServer } from '../connection/network-path.ts'
import { describeVariant, secretAuths, secretTextOf } from '../secret-auths.testkit.ts'
import { emptyContext, fromProtos, startGrpcEngine } from './grpc.testkit.ts'

const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>) => Object.keys(record) as Key[]

const authority = createAuthority()
const own = authority.issue({ usage: 'client', name: 'client' })

/** Each protocol of calls, with the version of HTTP that carries it. */
const protocols = {
  gRPC: { httpVersion: '2' },
  'gRPC-Web over HTTP/1.1': { httpVersion: '1.1', web: 'binary' },
  'gRPC-Web over HTTP/2': { httpVersion: '2', web: 'binary' },
  'gRPC-Web with text over HTTP/1.1': { httpVersion: '1.1', web: 'text' },
  'gRPC-Web with text over HTTP/2': { httpVersion: '2', web: 'text' },
} as const satisfies Record<string, { httpVersion: '1.1' | '2'; web?: GrpcWeb }>
type Protocol = keyof typeof protocols

/** Each security of a connection: how its server starts, and what the URL begins with. */
const securities = {
  'without TLS': { start: {}, scheme: '' },
  'with TLS': { start: { authority }, scheme: 'grpcs://' },
  'with a client certificate': {
    start: { authority, needsClientCertificate: true },
    scheme: 'https://',
  },
} as const
type Security = keyof typeof securities

/** By protocol and security. */
const servers = new Map<string, GrpcServer>()
let client = startGrpcEngine()

function urlOf(protocol: Protocol, security: Security): string {
  const server = servers.get(`${protocol} ${security}`)
  if (server === undefined) throw new Error('There is no such server')
  return `${securities[security].scheme}${server.address}`
}
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
  socks4: () => startSocksProxy(),
}
interface StartedProxy {
  readonly port: number
  close(): Promise<void>
}

/** Whether the server has bidirectional methods, of which its reflection is one: `connect-node` has none over HTTP/1.1. */
const hasBothWays = (protocol: Protocol) => protocol !== 'gRPC-Web over HTTP/1.1'

/** Asks for the definition by reflection, and makes the call, both in the same way. */
async function call(
  protocol: Protocol,
  security: Security,
  name: Method,
  fields: { readonly auth?: EffectiveAuth } = {},
) {
  const { method, messages, answers } = methods[name]
  const { httpVersion, ...web } = protocols[protocol]
  const options = { ...(hasBothWays(protocol) ? defaultGrpcOptions : fromProtos), ...web }
  const answered = await client.answered({
    url: urlOf(protocol, security),
    method,
    messages,
    options,
    context: { ...emptyContext, defaultSettings: { ...emptyContext.defaultSettings, httpVersion } },
    ...fields,
  })
  expect(answered.grpc).toMatchObject(
    name === 'bidirectional' && !hasBothWays(protocol)
      ? { code: 2, message: 'The server did not answer as gRPC-Web: HTTP 505 without a content type.' }
      : { code: 0, messageCount: answers },
  )
  expect(answered.exchange.response.httpVersion).toBe(httpVersion)
  return answered.exchange
}

/** Proxies do not see the content, so that text is tried without them. */
const ways = keysOf(protocols).flatMap(protocol =>
  [null, ...(protocol.includes('text') ? [] : keysOf(proxies))].map(type => [protocol, type] as const),
)

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

/**
 * Returns whether a choice of the four is among those in which any two of them meet: every other method of a way,
 * with a security that changes from one to the next.
 */
function isInPairs(protocol: Protocol, type: ProxyServer['type'] | null, security: Security, name: Method) {
  const protocolIndex = keysOf(protocols).indexOf(protocol)
  const proxyIndex = [null, ...keysOf(proxies)].indexOf(type)
  const sum = protocolIndex + proxyIndex + keysOf(methods).indexOf(name)
  return sum % 3 === keysOf(securities).indexOf(security) && (sum % 2 === 0 || protocol.includes('text'))
}

/**
 * Defines tests of protocols, proxies, securities, methods and authorizations.
 * @param isFull - whether each is tested with each; otherwise any two protocols, proxies, securities and methods
 * meet, and each authorization is tested with one method
 */
export function testWays(isFull: boolean): void {
  const isTested = (...choice: Parameters<typeof isInPairs>) => isFull || isInPairs(...choice)

  beforeAll(async () => {
    const starts = keysOf(protocols).flatMap(protocol =>
      keysOf(securities).map(async security => {
        const { start } = securities[security]
        const way: { readonly httpVersion: '1.1' | '2'; readonly web?: GrpcWeb } = protocols[protocol]
        const server = await (way.web === undefined
          ? startGrpcServer(start)
          : startGrpcWebServer({ ...start, httpVersion: way.httpVersion, isText: way.web === 'text' }))
        servers.set(`${protocol} ${security}`, server)
      }),
    )
    await Promise.all(starts)
  })
  afterAll(async () => {
    for (const server of servers.values()) await server.close()
  })
  afterEach(() => client.close())

  describe.each(ways)('%s through the proxy %s', (protocol, type) => {
    const testedWith = (security: Security) =>
      keysOf(methods).filter(name => isTested(protocol, type, security, name))
    describe.each(keysOf(securities).filter(one => testedWith(one).length > 0))('%s', security => {
      test.each(testedWith(security))('%s', async name => {
        const proxy = type === null ? null : await proxies[type]()
        const server = type &&
          proxy && { type, host: '127.0.0.1', port: proxy.port, username: '', password: '' }
        client = startGrpcEngine({ choosePath: async () => ({ proxy: server, tls }) })
        const { connection } = await call(protocol, security, name)
        expect(connection.tls !== null).toBe(security !== 'without TLS')
        expect(connection.proxy === null).toBe(proxy === null)
        client.close()
        await proxy?.close()
      })
    })
  })

  describe.each(
    auths.filter(auth => !isInQuery(auth)).map((auth, index) => [label(auth), auth, index] as const),
  )('authorized by %s', (_, auth, index) => {
    const both = ['unary', 'bidirectional'] as const
    test.each(both.filter((_name, at) => isFull || index % 2 === at))('%s', async name => {
      client = startGrpcEngine({ choosePath: async () => ({ proxy: null, tls }) })
      const { request } = await call('gRPC', 'with TLS', name, { auth: filledIn(auth) })
      const isSent = request.headers.some(field => field.value.includes('••••••'))
      expect(isSent).toBe(!challenged.has(auth.type))
    })
  })

  describe('authorization that would be in the query is refused before anything is sent', () => {
    test.each(auths.filter(isInQuery).map(auth => [label(auth), auth] as const))('%s', async (_, auth) => {
      client = startGrpcEngine()
      for (const options of [defaultGrpcOptions, { ...defaultGrpcOptions, definition: 'proto' as const }]) {
        const { failure } = await client.failure({
          url: urlOf('gRPC', 'without TLS'),
          auth: filledIn(auth),
          options,
        })
        expect(failure).toMatchObject({ code: 'GRPC_AUTH_IN_QUERY', step: 'prepare' })
      }
    })
  })
}
