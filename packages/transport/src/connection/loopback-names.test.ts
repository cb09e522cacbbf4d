import { createServer, type Server } from 'node:http'
import { networkInterfaces } from 'node:os'
import { fetchSchema } from '@parley/engine'
import { newAuth, newHttpRequest, row } from '@parley/model'
import { createAuthority, startSink, startWebSocketServer } from '@parley/testkit'
import { needs } from '@parley/testkit/needs'
import { afterEach, describe, expect, test } from 'vitest'
import { emptyContext, startGrpcEngine } from '../grpc/grpc.testkit.ts'
import { startEngine } from '../send-through-engine.testkit.ts'
import { startOrigin } from '../start-origin.testkit.ts'
import { answered, closeKeptConnections, failedSend, send } from '../transport-fixture.testkit.ts'
import { TestConversation } from '../websocket/web-socket.testkit.ts'
import type { HostLookup } from './open-connection.ts'

const hasIpv6 = Object.values(networkInterfaces()).some(all => all?.some(one => one.address === '::1'))
const closing: (() => unknown)[] = []

afterEach(async () => {
  closeKeptConnections()
  for (const close of closing.splice(0)) await close()
})

/** The system's resolver finds nothing, as some systems' do for names below `localhost`. */
const asked: string[] = []
const lookUp: HostLookup = (name, _options, callback) => {
  asked.push(name)
  callback(Object.assign(new Error(name), { code: 'ENOTFOUND' }), [])
}

/** Names of the loopback, in every notation. */
const names = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'api.localhost',
  'a.b.Localhost.',
  'xn--bcher-kva.localhost',
]

/** Starts a server that listens on one address only. */
async function startOn(host: string): Promise<number> {
  const server: Server = createServer((_, response) => response.end(host))
  await new Promise<void>(resolve => server.listen(0, host, resolve))
  closing.push(() => new Promise(resolve => server.close(resolve)))
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

const addresses = hasIpv6 ? ['127.0.0.1', '::1'] : ['127.0.0.1']

describe.each(addresses)('a server that listens on %s alone', host => {
  test.each(names)('is reached as %s, and no name server is asked', async name => {
    const port = await startOn(host)
    const { connection } = await answered(send({ url: `http://${name}:${port}/` }, { lookUp }))
    expect(connection.remoteAddress).toBe(host)
    expect(asked).toEqual([])
  })
})

test('::1 of this machine is tried', needs(hasIpv6, 'the address ::1 (IPv6)'), () => {
  expect(addresses).toContain('::1')
})

test('a name of the loopback at which nothing listens is no unknown name', async () => {
  const { failure } = await failedSend(send({ url: 'http://api.localhost:1/' }, { lookUp }))
  expect(failure).toMatchObject({ kind: 'connect', code: 'ECONNREFUSED', address: 'api.localhost:1' })
})

test('a redirect to a name of the loopback is followed', async () => {
  const port = await startOn('127.0.0.1')
  const sink = await startSink(() => ({
    statusCode: 302,
    headers: ['Location', `http://api.localhost:${port}/`],
    content: '',
  }))
  closing.push(() => sink.close())
  const sent = send({ url: `${sink.url}/`, followRedirects: true }, { lookUp })
  expect((await answered(sent)).response.statusCode).toBe(200)
})

/** The servers of a test, and how often they were asked. */
async function startServers() {
  const engine = startEngine({ lookUp })
  const sink = await startSink()
  const http2 = await startOrigin('h2c', createAuthority(), () => undefined)
  const sockets = await startWebSocketServer()
  closing.push(
    () => engine.close(),
    () => sink.close(),
    () => http2.close(),
    () => sockets.close(),
  )
  return {
    engine,
    http: `http://api.localhost:${sink.port}`,
    http2: `api.localhost:${http2.port}`,
    webSocket: `ws://api.localhost:${sockets.port}`,
    seen: () => sink.requests.length + http2.seen.length + sockets.handshakes.length,
  }
}
type Servers = Awaited<ReturnType<typeof startServers>>

/** Every kind of message that goes to the address of a request. */
const kinds: Readonly<Record<string, (servers: Servers) => Promise<unknown>>> = {
  HTTP: ({ engine, http }) => engine.send({ url: http }),
  'HTTP/2': ({ http2 }) => answered(send({ url: `http://${http2}/`, httpVersion: '2' }, { lookUp })),
  'server-sent events': ({ engine, http }) =>
    engine.send({ url: http, headers: [row('Accept', 'text/event-stream')] }),
  WebSocket: ({ engine, webSocket }) => endAfterOpening(new TestConversation(engine, { url: webSocket })),
  subscription: ({ engine, webSocket }) => {
    const subscription = { transport: 'graphql-transport-ws', url: '', connectionParams: '' }
    const body = { type: 'graphql', query: 'subscription { a }', variables: '', subscription } as const
    const url = webSocket.replace('ws', 'http')
    return endAfterOpening(new TestConversation(engine, { url, method: 'POST', webSocket: null, body }))
  },
  gRPC: async ({ http2 }) => {
    const client = startGrpcEngine({ lookUp })
    closing.push(() => client.close())
    await client.call({ url: http2 })
  },
  schema: ({ engine, http }) =>
    fetchSchema(newHttpRequest({ url: http }), emptyContext, engine.ports, new AbortController().signal),
  token: ({ engine, http }) => {
    const grant = { grantType: 'clientCredentials', clientId: 'c', tokenUrl: `${http}/token` } as const
    return engine.send({ url: http, auth: { ...newAuth('oauth2'), ...grant } })
  },
  'a script': ({ http }) => answered(send({ url: `${http}/`, initiator: 'script' }, { lookUp })),
}

/** Waits until a WebSocket is open or has failed, and closes it. */
async function endAfterOpening(conversation: TestConversation): Promise<void> {
  await conversation.opened().catch(() => {})
  conversation.cancel()
  await conversation.outcome
}

test.each(Object.entries(kinds))('%s reaches a name below localhost', async (_, run) => {
  const servers = await startServers()
  await run(servers)
  expect(servers.seen()).toBe(1)
  expect(asked).toEqual([])
})
