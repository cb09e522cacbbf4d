import { connect, createServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { holdOpen, receiveHead, resetConnection, startTlsServer, waitFor } from '@parley/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  answered,
  bytesPart,
  closeKeptConnections,
  failedSend,
  fields,
  rawServers,
  sharedTransport,
  type TestMessage,
  type TestSend,
  trusting,
} from '../transport-fixture.testkit.ts'
import {
  type Http2Handler,
  type Http2TestServer,
  respondWith,
  startHttp2Server,
} from './start-http2-server.testkit.ts'

const startRaw = rawServers()
const servers: Http2TestServer[] = []
const rejections: unknown[] = []
const onRejection = (reason: unknown) => rejections.push(reason)

beforeEach(() => {
  process.on('uncaughtException', onRejection)
})

afterEach(async () => {
  closeKeptConnections()
  for (const server of servers.splice(0)) await server.close()
  process.off('uncaughtException', onRejection)
  expect(rejections.splice(0)).toEqual([])
})

/** Starts a server over TLS, and a transport that trusts it. */
async function start(handler: Http2Handler, scheme: 'http' | 'https' = 'https') {
  const server = await startHttp2Server(scheme, handler)
  servers.push(server)
  const { send, transport } = sharedTransport({ choosePath: trusting(...server.certificateAuthorities) })
  const sendTo = (message: Partial<TestMessage> = {}) =>
    send({ url: `${server.url}/`, httpVersion: scheme === 'http' ? '2' : 'auto', ...message })
  return { server, send: sendTo, transport }
}

const bodyOf = async (sent: TestSend) => sent.bodies.bytesOf((await answered(sent)).response).toString()

describe('the version of HTTP', () => {
  const sayHello: Http2Handler = stream => respondWith(stream, 'over HTTP/2')

  test.each([
    ['auto', 'over HTTP/2', '2'],
    ['2', 'over HTTP/2', '2'],
    ['1.1', 'over HTTP/1.1', '1.1'],
  ] as const)('%s over TLS is answered %s', async (httpVersion, text, used) => {
    const { send } = await start(sayHello)
    const sent = send({ httpVersion })
    expect(await bodyOf(sent)).toBe(text)
    const { request, response } = await answered(sent)
    expect([request.httpVersion, response.httpVersion]).toEqual([used, used])
    expect(request.requestLine).toBe(`GET / HTTP/${used}`)
  })

  test('that an earlier send chose does not affect auto', async () => {
    const { send } = await start(sayHello)
    expect(await bodyOf(send({ httpVersion: '1.1' }))).toBe('over HTTP/1.1')
    expect(await bodyOf(send())).toBe('over HTTP/2')
    expect(await bodyOf(send({ httpVersion: '1.1' }))).toBe('over HTTP/1.1')
  })

  test('2 over plain TCP is spoken at once, and auto is 1.1 there', async () => {
    const { send } = await start(sayHello, 'http')
    expect(await bodyOf(send())).toBe('over HTTP/2')
    expect((await failedSend(send({ httpVersion: 'auto' }))).failure.kind).toBe('protocol')
  })

  test('2 with a server that does not speak it is a named failure', async () => {
    const plain = await startRaw([receiveHead, 'HTTP/1.1 400 Bad Request\r\n\r\n', holdOpen])
    const secure = await startTlsServer({ certificate: 'valid' })
    for (const url of [plain.url, secure.url]) {
      const { send } = sharedTransport({ choosePath: trusting(secure.authorityCertificatePem) })
      const { failure } = await failedSend(send({ url, httpVersion: '2' }))
      expect(failure).toMatchObject({ kind: 'protocol', code: 'HTTP2_NOT_SPOKEN' })
    }
    expect(secure.requests).toEqual([])
    await secure.close()
  })

  test('2 over plain TCP to a server that closes the connection on the preface is the same failure', async () => {
    const { url } = await startRaw([receiveHead, resetConnection])
    const { failure } = await failedSend(sharedTransport().send({ url, httpVersion: '2' }))
    expect(failure).toMatchObject({ kind: 'protocol', code: 'HTTP2_NOT_SPOKEN' })
  })
})

describe('a request', () => {
  test('keeps order, duplicates and values; names are in lower case and connection fields are dropped', async () => {
    const seen: (readonly string[])[] = []
    const { send, server } = await start((stream, rawHeaders) => {
      seen.push(rawHeaders)
      respondWith(stream)
    })
    const headers = fields(
      ['X-Twice', '1'],
      ['Host', 'typed.example'],
      ['Connection', 'keep-alive'],
      ['x-TWICE', 'Zoë 書'],
      ['TE', 'gzip'],
      ['Upgrade', 'x'],
      ['Cookie', 'a=1'],
      ['X-Empty', ''],
      ['Transfer-Encoding', 'chunked'],
      ['Keep-Alive', 'timeout=5'],
    )
    const { request } = await answered(
      send({ method: 'm-search', url: `${server.url}/a//b?x=%2f&&y`, headers }),
    )
    const expected = [
      [':method', 'm-search'],
      [':scheme', 'https'],
      [':authority', 'typed.example'],
      [':path', '/a//b?x=%2f&&y'],
      ['x-twice', '1'],
      ['x-twice', 'Zoë 書'],
      ['cookie', 'a=1'],
      ['x-empty', ''],
    ] as const
    expect(request.headers).toEqual(fields(...expected))
    expect(seen).toEqual([expected.flatMap(([name, value]) => [name, Buffer.from(value).toString('latin1')])])
    expect(request.leftOut.map(({ name }) => name)).toEqual([
      'Connection',
      'TE',
      'Upgrade',
      'Transfer-Encoding',
      'Keep-Alive',
    ])
  })

  test('with TE: trailers keeps it', async () => {
    const { send } = await start(stream => respondWith(stream))
    const { request } = await answered(send({ headers: fields(['TE', 'trailers']) }))
    expect(request.leftOut).toEqual([])
    expect(request.headers).toContainEqual({ name: 'te', value: 'trailers' })
  })

  test('sends its whole content and reports progress', async () => {
    const content = Buffer.alloc(3_000_000, 'abcdefg')
    const { send } = await start(stream => {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('end', () => respondWith(stream, String(Buffer.concat(pieces).equals(content))))
    })
    const sent = send({ method: 'POST', content: [bytesPart(content)] })
    expect(await bodyOf(sent)).toBe('true')
    expect(sent.sentBytes.at(-1)).toBe(content.byteLength)
    const { request } = await answered(sent)
    expect(request.contentBytes).toBeGreaterThan(content.byteLength)
  })

  test('with a field that HTTP/2 refuses is named before anything is sent', async () => {
    const { send, server } = await start(stream => respondWith(stream))
    const headers = fields(['Content-Type', 'a/b'], ['Content-Type', 'c/d'])
    const { failure } = await failedSend(send({ headers }))
    expect(failure).toMatchObject({ kind: 'invalidRequest', code: 'ERR_HTTP2_HEADER_SINGLE_VALUE' })
    expect(await bodyOf(send())).toBe('')
    expect(server.sessions.length).toBeGreaterThan(0)
  })
})

describe('a response', () => {
  test('has its fields, interim responses, trailers, sizes and connection', async () => {
    const { send, server } = await start(stream => {
      stream.additionalHeaders({ ':status': 103, link: '<a>' })
      const head = [':status', '418', 'x-a', '1', 'x-b', '2', 'x-a', 'Zo\xc3\xab', 'date', 'now']
      stream.respond(head, { waitForTrailers: true })
      stream.on('wantTrailers', () => stream.sendTrailers({ 'x-sum': '5' }))
      stream.end('hello')
    })
    const sent = send()
    const { response, connection, request } = await answered(sent)
    expect(response).toMatchObject({
      httpVersion: '2',
      statusCode: 418,
      reasonPhrase: '',
      headers: fields(['x-a', '1'], ['x-b', '2'], ['x-a', 'Zoë'], ['date', 'now']),
      trailers: fields(['x-sum', '5']),
      interim: [{ statusCode: 103, reasonPhrase: '', headers: fields(['link', '<a>']) }],
      content: { decodedBytes: 5, isComplete: true },
    })
    expect(sent.bodies.bytesOf(response).toString()).toBe('hello')
    expect(connection).toMatchObject({ remotePort: server.port, tls: { protocol: 'TLSv1.3' } })
    expect(request.headerBytes).toBeGreaterThan(9)
    // One frame for the head and one for the content, each with a nine-byte header.
    expect(response.headerBytes).toBeGreaterThan(9)
    expect(response.content.wireBytes).toBeGreaterThan(9 + 5 + 9)
  })

  test('is measured on the wire: all counts add up to the bytes of the socket', async () => {
    const { send, carried, close } = await startCounted()
    const bytesOf = async () => {
      const before = carried()
      const { request, response } = await answered(send())
      const counted =
        request.headerBytes + request.contentBytes + response.headerBytes + response.content.wireBytes
      return { counted, all: carried() - before }
    }
    // The first exchanges over a connection also exchange settings.
    await bytesOf()
    await bytesOf()
    const { counted, all } = await bytesOf()
    expect(all - counted).toBe(0)
    await close()
  })

  test('is decompressed', async () => {
    const { send } = await start(stream => {
      stream.respond({ 'content-encoding': 'gzip' })
      stream.end(gzipSync('hello'))
    })
    expect(await bodyOf(send())).toBe('hello')
  })

  test('of 20 MB arrives complete', async () => {
    const content = Buffer.alloc(20_000_000, 'abcdefg')
    const { send } = await start(stream => respondWith(stream, content))
    const sent = send()
    const { response } = await answered(sent)
    expect(sent.bodies.bytesOf(response).equals(content)).toBe(true)
    expect(response.content.wireBytes).toBeGreaterThan(content.byteLength)
  })

  test('of 5000 fields is shown completely', async () => {
    const names = Array.from({ length: 5000 }, (_, index) => `x-${index}`)
    const { send } = await start(stream => {
      stream.respond([':status', '200', ...names.flatMap(name => [name, '1']), 'date', 'now'])
      stream.end()
    })
    expect((await answered(send())).response.headers).toHaveLength(5001)
  })

  test('that redirects is followed over the same connection', async () => {
    const { send, server } = await start((stream, rawHeaders) => {
      if (!rawHeaders.includes('/')) return respondWith(stream)
      stream.respond({ ':status': 302, location: '/b', 'content-length': 0 })
      return stream.end()
    })
    const { hops, response } = await answered(send({ followRedirects: true }))
    expect([hops.length, response.statusCode]).toEqual([1, 200])
    expect(server.sessions).toHaveLength(1)
  })
})

describe('a connection', () => {
  test('serves many exchanges at a time', async () => {
    const waiting: (() => void)[] = []
    const { send, server } = await start((stream, rawHeaders) => {
      if (rawHeaders.includes('/first')) return respondWith(stream)
      waiting.push(() => respondWith(stream, 'x'))
      if (waiting.length === 20) for (const end of waiting) end()
      return undefined
    })
    await answered(send({ url: `${server.url}/first` }))
    const sends = Array.from({ length: 20 }, () => send())
    for (const sent of sends) expect((await answered(sent)).connection.isReused).toBe(true)
    expect(server.sessions).toHaveLength(1)
  })

  test('opened twice at the same time is kept once', async () => {
    const { send, server } = await start(stream => respondWith(stream))
    await Promise.all([answered(send()), answered(send())])
    expect((await answered(send())).connection.isReused).toBe(true)
    await waitFor(
      () => server.sessions.filter(one => !one.destroyed).length === 1,
      'one connection to be left',
    )
  })

  test('that sent GOAWAY completes its exchanges, and the next send opens another', async () => {
    let count = 0
    const { send, server } = await start(stream => {
      count += 1
      if (count === 1) stream.session?.goaway(0, stream.id)
      respondWith(stream, 'whole')
    })
    expect(await bodyOf(send())).toBe('whole')
    expect((await answered(send())).connection.isReused).toBe(false)
    expect(server.sessions).toHaveLength(2)
  })

  test('that closes silently lets the next send use a new one', async () => {
    const { send, server } = await start(stream => respondWith(stream))
    await answered(send())
    server.sessions[0]?.destroy()
    expect((await answered(send())).response.statusCode).toBe(200)
  })
})

describe('an exchange that fails', () => {
  test('because of a reset keeps what arrived and names the code', async () => {
    const { send } = await start(stream => {
      stream.respond()
      stream.write('partial')
      void waitFor(() => sent.seen.some(one => one.content.decodedBytes > 0), 'the first piece').then(() =>
        stream.destroy(new Error('broken')),
      )
    })
    const sent: TestSend = send()
    const { failure, body } = await failedSend(sent)
    expect(failure).toMatchObject({ kind: 'protocol', code: 'HTTP2_STREAM_RESET', subject: 'INTERNAL_ERROR' })
    expect(body.toString()).toBe('partial')
    const outcome = await sent.result
    if (outcome.ok) throw new Error('It was answered')
    expect(outcome.failure.attempt?.request?.headerBytes).toBeGreaterThan(9)
  })

  test('because the connection ended keeps what arrived', async () => {
    const { send, server } = await start(stream => {
      stream.respond()
      stream.write('partial')
      void waitFor(() => sent.seen.some(one => one.content.decodedBytes > 0), 'the first piece').then(() =>
        server.sessions[0]?.socket.destroy(),
      )
    })
    const sent: TestSend = send()
    const { failure, body } = await failedSend(sent)
    expect(failure).toMatchObject({ kind: 'protocol', code: 'INCOMPLETE_RESPONSE' })
    expect(body.toString()).toBe('partial')
  })

  test('because the server refuses it is tried once more, and then named', async () => {
    let count = 0
    const { send } = await start(stream => {
      count += 1
      if (count > 1 && count < 4) return stream.close(7)
      return respondWith(stream)
    })
    await answered(send())
    const { failure } = await failedSend(send({ method: 'POST' }))
    expect(failure).toMatchObject({ kind: 'protocol', code: 'HTTP2_STREAM_REFUSED' })
    expect(count).toBe(3)
    expect((await answered(send({ method: 'POST' }))).response.statusCode).toBe(200)
  })

  test('because of Cancel resets its stream and keeps the connection for others', async () => {
    const aborted: number[] = []
    const { send, server } = await start((stream, rawHeaders) => {
      if (rawHeaders.includes('/other')) return respondWith(stream, 'other')
      stream.respond()
      stream.write('endless')
      return stream.on('close', () => aborted.push(stream.rstCode))
    })
    const sent = send()
    await waitFor(() => sent.seen.length > 0, 'the head')
    sent.cancel()
    const { failure, response } = await failedSend(sent)
    expect(failure.kind).toBe('cancelled')
    expect(response?.content.isComplete).toBe(false)
    await waitFor(() => aborted.length === 1, 'the server to notice')
    expect(aborted).toEqual([8])
    expect((await answered(send({ url: `${server.url}/other` }))).connection.isReused).toBe(true)
  })

  test('because of a head of more than 256 KB is named', async () => {
    const { send } = await start((stream, rawHeaders) => {
      if (rawHeaders.includes('/other')) return respondWith(stream, 'other')
      stream.respond({ 'x-long': 'x'.repeat(300 * 1024) })
      return stream.end()
    })
    const { failure, response } = await failedSend(send())
    expect(failure).toMatchObject({ kind: 'protocol' })
    expect(response).toBeNull()
  })

  test('because of Cancel during an endless response, which the server then stops sending', async () => {
    let isClosed = false
    const { send } = await start(stream => {
      stream.respond()
      const piece = Buffer.alloc(64 * 1024)
      const write = () => {
        while (!stream.destroyed && stream.write(piece));
      }
      stream.on('drain', write)
      stream.on('close', () => {
        isClosed = true
      })
      write()
    })
    const sent = send()
    await waitFor(() => (sent.seen.at(-1)?.content.decodedBytes ?? 0) > 10_000_000, 'ten megabytes')
    sent.cancel()
    expect((await failedSend(sent)).failure.kind).toBe('cancelled')
    await waitFor(() => isClosed, 'the stream to close')
  })

  test('because of the time limit is named', async () => {
    const { send } = await start(() => {})
    const { failure } = await failedSend(send({ timeoutMs: 50 }))
    expect(failure).toMatchObject({ kind: 'timeout', code: 'REQUEST_TIMEOUT' })
  })

  test('because of too many interim responses is ended', async () => {
    const { send } = await start(stream => {
      for (let index = 0; index < 200; index += 1) stream.additionalHeaders({ ':status': 103 })
    })
    expect((await failedSend(send())).failure).toMatchObject({ code: 'TOO_MANY_INTERIM' })
  })

  test.each([
    ['what is no frame', Buffer.from('this is not HTTP/2 at all, it only looks like bytes')],
    ['a frame that is too long', Buffer.from([0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 1])],
    ['content of a stream that nobody opened', Buffer.from([0, 0, 1, 0, 0, 0, 0, 0, 99, 1])],
  ])('by %s behind the settings is named', async (_, bytes) => {
    const settings = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])
    const server = await startRaw([
      settings,
      // The head of the request is a frame of type 1.
      connection => connection.receiveUntil('\x01'),
      bytes,
      holdOpen,
    ])
    const { send, transport } = sharedTransport()
    const { failure } = await failedSend(send({ url: server.url, httpVersion: '2' }))
    expect(failure).toMatchObject({ kind: 'protocol', code: 'HTTP2_PROTOCOL_ERROR' })
    transport.close()
  })
})

/** Starts a server over plain TCP behind a relay that counts all bytes in both directions. */
async function startCounted() {
  const { server } = await start(stream => {
    stream.respond([':status', '200', 'x-a', '1', 'date', 'now'])
    stream.end('hello')
  }, 'http')
  let carriedBytes = 0
  const sockets: Socket[] = []
  const relay = createServer(client => {
    const upstream = connect(server.port, '127.0.0.1')
    sockets.push(client, upstream)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('error', () => {})
      from.on('data', (bytes: Buffer) => {
        carriedBytes += bytes.byteLength
        to.write(bytes)
      })
      from.on('close', () => to.destroy())
    }
  })
  await new Promise<void>(resolve => relay.listen(0, '127.0.0.1', resolve))
  const address = relay.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const { send } = sharedTransport()
  return {
    send: () => send({ url: `http://127.0.0.1:${port}/`, httpVersion: '2' }),
    carried: () => carriedBytes,
    close: () =>
      new Promise<void>(resolve => {
        for (const socket of sockets) socket.destroy()
        relay.close(() => resolve())
      }),
  }
}
