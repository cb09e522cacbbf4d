import { createServer } from 'node:http'
import { newAuth, row } from '@parley/model'
import {
  createAuthority,
  startHttpProxy,
  startSink,
  startSocksProxy,
  startWebSocketServer,
  type TestWebSocketServer,
  type WebSocketServerOptions,
} from '@parley/testkit'
import { startDemoApi } from '@parley/testkit/demo-api'
import { afterEach, describe, expect, test } from 'vitest'
import * as parts from 'ws'
import { refuseOwnPorts } from '../connection/address-rule.ts'
import { directPath } from '../connection/network-path.ts'
import { startEngine } from '../send-through-engine.testkit.ts'
import { TestConversation } from './web-socket.testkit.ts'

const closing: { close(): unknown }[] = []
let engine = startEngine()

afterEach(async () => {
  engine.close()
  engine = startEngine()
  for (const one of closing.splice(0)) await one.close()
})

async function start(options: WebSocketServerOptions = {}): Promise<TestWebSocketServer> {
  const server = await startWebSocketServer(options)
  closing.push(server)
  return server
}

const connect = (options: ConstructorParameters<typeof TestConversation>[1], own = engine) =>
  new TestConversation(own, options)

const text = (title: string, data: string, selected = true) =>
  ({ title, selected, format: 'text', data }) as const

describe('a conversation', () => {
  test('has the selected messages first, in order, and ends with what the user sends', async () => {
    const server = await start()
    const chat = connect({
      url: server.url,
      webSocket: { messages: [text('a', 'one'), text('b', 'never', false), text('c', 'two')] },
    })
    const socket = await chat.opened()
    expect(await chat.received(2)).toEqual(['one', 'two'])
    await socket.send({ format: 'binary', data: 'AAECAw==' })
    await socket.send({ format: 'hex', data: '00 fF\n' })
    await chat.received(4)
    socket.ping()
    await chat.received(4)
    socket.close(4001, 'enough')
    const outcome = await chat.outcome
    expect(outcome).toMatchObject({
      ok: true,
      value: {
        exchange: {
          response: {
            statusCode: 101,
            webSocket: { subprotocol: '', extensions: '', end: { code: 4001, reason: 'enough', by: 'user' } },
          },
        },
      },
    })
    expect(chat.frames.filter(({ type }) => type === 'binary').map(({ payload }) => [...payload])).toEqual([
      [0, 1, 2, 3],
      [0, 255],
      [0, 1, 2, 3],
      [0, 255],
    ])
    expect(chat.lines.filter(line => /ping|pong|close/.test(line))).toEqual(
      expect.arrayContaining(['→ ping', '→ close 4001: enough', '← close 4001: enough']),
    )
  })

  test.each([
    [1008, 'no token', '← close 1008 Policy Violation: no token'],
    [3000, '', '← close 3000'],
    [undefined, '', '← close 1005 No Status Received'],
  ])('is ended by the server with %s', async (code, reason, line) => {
    const server = await start({ onConnection: socket => socket.close(code, reason) })
    const chat = connect({ url: server.url })
    const outcome = await chat.outcome
    expect(chat.lines).toContain(line)
    expect(outcome).toMatchObject({
      ok: true,
      value: { exchange: { response: { webSocket: { end: { code: code ?? 1005, reason, by: 'peer' } } } } },
    })
  })

  test('is closed by Cancel with the code of the request', async () => {
    const closed: unknown[] = []
    const server = await start({
      onConnection: socket => socket.on('close', (code, reason) => closed.push([code, reason.toString()])),
    })
    const chat = connect({ url: server.url, webSocket: { closeCode: 4002, closeReason: 'bye' } })
    await chat.opened()
    chat.cancel()
    expect(await chat.outcome).toMatchObject({
      ok: false,
      failure: {
        failure: { kind: 'cancelled', code: 'CANCELLED' },
        response: { statusCode: 101, webSocket: { end: { code: 4002, reason: 'bye', by: 'user' } } },
      },
    })
    await expect.poll(() => closed).toEqual([[4002, 'bye']])
  })

  test('answers pings, and pings itself', async () => {
    const server = await start({ onConnection: socket => socket.ping('are you there') })
    const chat = connect({ url: server.url, webSocket: { keepAliveIntervalMs: 20 } })
    const socket = await chat.opened()
    await expect.poll(() => chat.lines.filter(line => line === '← pong').length).toBeGreaterThan(1)
    socket.close()
    await chat.outcome
    expect(chat.lines).toEqual(
      expect.arrayContaining(['← ping are you there', '→ pong are you there', '→ ping']),
    )
  })

  test('fills in names at each send, hides secrets in the log, and keeps unknown names', async () => {
    const server = await start()
    const chat = connect({
      url: server.url,
      context: {
        environment: {
          name: 'E',
          color: '',
          variables: [{ secret: true, name: 'key', enabled: true, allowedToScripts: false }],
          clientCertificates: [],
          extendsName: '',
          dotEnvFilePath: '',
        },
        secretValues: { environment: new Map([['key', 's3cret']]) },
      },
    })
    const socket = await chat.opened()
    await socket.send({ format: 'json', data: '{"k":"{{key}}","u":"{{unknown}}","n":"{{$randomUUID}}"}' })
    await socket.send({ format: 'text', data: '{{$randomUUID}}' })
    await socket.send({ format: 'text', data: '{{$randomUUID}}' })
    const [first = '', second, third] = await chat.received(3)
    expect(first).toContain('"k":"s3cret","u":"{{unknown}}"')
    expect(second).not.toBe(third)
    expect(chat.lines[0]).toContain('→ text {"k":"{{key}}","u":"{{unknown}}"')
    expect(await socket.send({ format: 'binary', data: '*' })).toMatchObject({
      failure: { code: 'INVALID_BASE64', subject: 'line 1, column 1' },
    })
    expect(await socket.send({ format: 'hex', data: 'ff\n0g' })).toMatchObject({
      failure: { code: 'INVALID_HEX', subject: 'line 2, column 2' },
    })
    socket.close()
    await chat.outcome
    expect(await socket.send({ format: 'text', data: 'late' })).toMatchObject({
      failure: { code: 'WEBSOCKET_CLOSED' },
    })
  })

  test('a selected message that cannot be sent ends it with the reason', async () => {
    const server = await start()
    const chat = connect({
      url: server.url,
      webSocket: { messages: [{ title: '', selected: true, format: 'binary', data: '?' }] },
    })
    expect(await chat.outcome).toMatchObject({ failure: { failure: { code: 'INVALID_BASE64' } } })
  })

  test('is read no faster than its messages are taken', async () => {
    let sent = 0
    const block = Buffer.alloc(64 * 1024, 'x')
    const server = await start({
      onConnection: socket => {
        const next = () => {
          sent += 1
          if (sent <= 600) socket.send(block, {}, next)
        }
        next()
      },
    })
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    const chat = connect({ url: server.url, onFrame: () => held })
    await expect.poll(() => chat.frames.length).toBeGreaterThan(10)
    // What the system buffers on both sides is far less than the 38 MB of the server.
    let before = -1
    await expect
      .poll(
        () => {
          const isStill = before === sent
          before = sent
          return isStill
        },
        { interval: 200 },
      )
      .toBe(true)
    expect(chat.frames.length).toBeLessThan(200)
    release()
    await chat.received(600)
    chat.cancel()
    await chat.outcome
  })
})

describe('the handshake', () => {
  test('is exactly the list of headers, and a row replaces a generated one', async () => {
    const server = await start()
    const chat = connect({
      url: `${server.url}/a//b?x=%2f`,
      headers: [row('x-B', '1'), row('X-b', '2'), row('sec-websocket-key', 'AAAAAAAAAAAAAAAAAAAAAA==')],
      cookies: [row('c', 'd')],
      webSocket: { subprotocols: ['chat', 'v2'], deflate: false },
    })
    await chat.opened()
    chat.cancel()
    await chat.outcome
    const [handshake] = server.handshakes
    expect(handshake?.url).toBe('/a//b?x=%2f')
    expect(handshake?.rawHeaders).toEqual([
      ...['Host', `127.0.0.1:${server.port}`, 'User-Agent', 'Parley/1.0'],
      ...['Upgrade', 'websocket', 'Connection', 'Upgrade', 'Sec-WebSocket-Version', '13'],
      ...['Sec-WebSocket-Protocol', 'chat, v2'],
      ...['x-B', '1', 'X-b', '2', 'sec-websocket-key', 'AAAAAAAAAAAAAAAAAAAAAA==', 'Cookie', 'c=d'],
    ])
  })

  test('has a new key each time', async () => {
    const server = await start()
    for (const _ of [1, 2]) {
      const chat = connect({ url: server.url })
      await chat.opened()
      chat.cancel()
      await chat.outcome
    }
    const keys = server.handshakes.map(
      ({ rawHeaders }) => rawHeaders[rawHeaders.indexOf('Sec-WebSocket-Key') + 1],
    )
    expect(keys.map(key => Buffer.from(key ?? '', 'base64').byteLength)).toEqual([16, 16])
    expect(new Set(keys).size).toBe(2)
  })

  test.each([true, false])(
    'agrees on a subprotocol and compression (context takeover: %s)',
    async takeover => {
      const server = await start({
        deflate: { serverNoContextTakeover: !takeover, threshold: 0 },
        chooseProtocol: ([, second = '']) => second,
      })
      const data = 'word '.repeat(2000)
      const chat = connect({ url: server.url, webSocket: { subprotocols: ['a', 'b'] } })
      const socket = await chat.opened()
      for (const _ of [1, 2]) await socket.send({ format: 'text', data })
      expect(await chat.received(2)).toEqual([data, data])
      socket.close()
      const outcome = await chat.outcome
      const { response } = outcome.ok ? outcome.value.exchange : {}
      expect(response?.webSocket?.subprotocol).toBe('b')
      expect(response?.webSocket?.extensions).toContain('permessage-deflate')
    },
  )

  test('that is refused is an ordinary response, with its body', async () => {
    const sink = await startSink(() => ({
      statusCode: 403,
      headers: ['Content-Type', 'text/plain', 'X-Why', 'no'],
      content: 'not you',
    }))
    closing.push(sink)
    const outcome = await connect({ url: sink.url.replace('http', 'ws') }).outcome
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure.failure))
    const { response, request, timings } = outcome.value.exchange
    expect(response).toMatchObject({ statusCode: 403 })
    expect(response.webSocket).toBeUndefined()
    expect(engine.bodyText(response)).toBe('not you')
    expect(request.targetUri).toBe(`ws://127.0.0.1:${sink.port}/`)
    expect(timings.waitingMs).not.toBeNull()
  })

  test('is authorized, also by a challenge', async () => {
    const server = await start({
      refuse: (request, socket) => {
        if (/^Digest .*nonce="n"/.test(request.headers.authorization ?? '')) return false
        socket.end(
          'HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Digest realm="r", nonce="n", qop="auth"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
        )
        return true
      },
    })
    const bearer = connect({ url: server.url, auth: { ...newAuth('digest'), username: 'u', password: 'p' } })
    await bearer.opened()
    bearer.cancel()
    await bearer.outcome
    expect(server.handshakes).toHaveLength(2)
  })

  test('follows redirects, and takes no credentials to another host (WS1)', async () => {
    const target = await start()
    const origin = createServer()
    origin.on('upgrade', (_request, socket) => {
      socket.end(
        `HTTP/1.1 302 Found\r\nLocation: ws://localhost:${target.port}/there\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      )
    })
    await new Promise<void>(resolve => origin.listen(0, '127.0.0.1', () => resolve()))
    closing.push(origin)
    const address = origin.address()
    const port = typeof address === 'object' ? address?.port : 0
    const chat = connect({
      url: `ws://127.0.0.1:${port}/`,
      headers: [row('X-Api-Key', 'k'), row('X-Plain', 'p')],
      auth: { ...newAuth('bearer'), token: 't' },
    })
    await chat.opened()
    chat.cancel()
    const outcome = await chat.outcome
    const { hops = [] } = outcome.ok ? outcome.value.exchange : (outcome.failure.attempt ?? {})
    expect(hops.map(({ location }) => location)).toEqual([`ws://localhost:${target.port}/there`])
    const [handshake] = target.handshakes
    expect(handshake?.rawHeaders).not.toEqual(expect.arrayContaining(['X-Api-Key']))
    expect(handshake?.rawHeaders).not.toEqual(expect.arrayContaining(['Authorization']))
    expect(handshake?.rawHeaders).toEqual(expect.arrayContaining(['X-Plain', `localhost:${target.port}`]))
  })

  test('leaves its connection out of the pool, and never takes one from it', async () => {
    const demo = await startDemoApi()
    closing.push(demo)
    const { baseUrl } = demo
    await engine.exchange({ url: `${baseUrl}/books` })
    const chat = connect({ url: `${baseUrl.replace('http', 'ws')}/echo` })
    const socket = await chat.opened()
    const { connection } = await engine.exchange({ url: `${baseUrl}/books` })
    expect(connection.isReused).toBe(true)
    await socket.send({ format: 'text', data: 'hi' })
    expect(await chat.received(1)).toEqual(['hi'])
    socket.close()
    const outcome = await chat.outcome
    expect(outcome.ok && outcome.value.exchange.connection.isReused).toBe(false)
  })

  test('is not sent to Parley itself', async () => {
    const server = await start()
    const own = startEngine({ isRefused: refuseOwnPorts(new Set([server.port])) })
    expect(await connect({ url: server.url }, own).outcome).toMatchObject({
      failure: { failure: { code: 'OWN_ADDRESS' } },
    })
    expect(server.handshakes).toEqual([])
    own.close()
  })

  test('a URL of a WebSocket needs a WebSocket request', async () => {
    const outcome = await engine.send({ url: 'ws://127.0.0.1:1/' })
    expect(outcome).toMatchObject({ failure: { failure: { code: 'WEBSOCKET_NEEDED', step: 'prepare' } } })
  })

  test('gives up when the limit passes before the response', async () => {
    const server = await start({ refuse: () => true })
    const chat = connect({ url: server.url, settings: { ...inherited, timeoutMs: 50 } })
    expect(await chat.outcome).toMatchObject({ failure: { failure: { code: 'REQUEST_TIMEOUT' } } })
  })
})

const inherited = {
  timeoutMs: 'inherit',
  followRedirects: 'inherit',
  maxRedirects: 'inherit',
  encodeUrl: 'inherit',
  forwardAuthorization: 'inherit',
  httpVersion: 'inherit',
} as const

describe('the way to the server', () => {
  const authority = createAuthority()
  const trust = { ...directPath.tls, extraAuthorities: [authority.certificatePem] }

  test.each(['http', 'https', 'socks5'] as const)('is through a proxy of the type %s', async type => {
    const proxy =
      type === 'socks5'
        ? await startSocksProxy({})
        : await startHttpProxy({ isSecure: type === 'https', authority })
    closing.push(proxy)
    for (const secured of [false, true]) {
      const server = await start(secured ? { authority } : {})
      const own = startEngine({
        choosePath: async () => ({
          proxy: { type, host: '127.0.0.1', port: proxy.port, username: '', password: '' },
          tls: trust,
        }),
      })
      const chat = connect({ url: server.url, webSocket: { messages: [text('', 'hi')] } }, own)
      expect(await chat.received(1)).toEqual(['hi'])
      chat.cancel()
      await chat.outcome
      // A forwarded request would have the whole address in its request line.
      expect(server.handshakes[0]?.url).toBe('/')
      own.close()
    }
  })

  test('is over TLS with a client certificate, and without HTTP/2', async () => {
    const server = await start({ authority, needsClientCertificate: true })
    const { certificatePem, privateKeyPem } = authority.issue({ usage: 'client', name: 'Me' })
    const client = {
      type: 'pem',
      certificate: certificatePem,
      privateKey: privateKeyPem,
      passphrase: '',
    } as const
    const own = startEngine({
      choosePath: async () => ({ proxy: null, tls: { ...trust, clientCertificate: client } }),
    })
    const chat = connect(
      {
        url: server.url,
        settings: { ...inherited, httpVersion: '2' },
        webSocket: { messages: [text('', 'hi')] },
      },
      own,
    )
    expect(await chat.received(1)).toEqual(['hi'])
    chat.cancel()
    const outcome = await chat.outcome
    expect(outcome.ok ? null : outcome.failure.attempt?.connection?.tls?.protocol).toMatch(/^TLS/)
    own.close()
    expect(await connect({ url: server.url }).outcome).toMatchObject({
      failure: { failure: { kind: 'tls' } },
    })
  })
})

test('ws exports the parts that are used', () => {
  expect(parts).toMatchObject({
    extension: { parse: expect.any(Function) },
    PerMessageDeflate: expect.any(Function),
    Receiver: expect.any(Function),
    Sender: expect.any(Function),
  })
  expect(parts.PerMessageDeflate.extensionName).toBe('permessage-deflate')
})
