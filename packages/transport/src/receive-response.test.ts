import { gzipSync } from 'node:zlib'
import { endConnection, holdOpen, receiveHead, resetConnection, startDemoApi, waitFor } from '@parley/testkit'
import { describe, expect, test } from 'vitest'
import { answered, answering, failedSend, fields, rawServers, send } from './transport-fixture.testkit.ts'

const start = rawServers()
const latin1 = (text: string) => Buffer.from(text, 'latin1')

const { receive, fail } = answering(start)

describe('a head', () => {
  test('keeps order, case and duplicates, and reads values as UTF-8 or else as latin1', async () => {
    const head = Buffer.concat([
      latin1('HTTP/1.1 200 Tr\xe8s bien\r\nSET-Cookie: a=1\r\nX: '),
      Buffer.from('Zoë 書 \ufffd'),
      latin1(
        '\r\nset-cookie: b=2\r\nX: caf\xe9\r\nContent-Type: Text/HTML; Charset="ISO-8859-1"\r\nContent-Length: 2\r\n\r\n',
      ),
    ])
    const { response, body } = await receive(head, 'hi')
    expect(response).toMatchObject({
      httpVersion: '1.1',
      statusCode: 200,
      reasonPhrase: 'Très bien',
      trailers: [],
    })
    expect(response.headers).toEqual(
      fields(
        ['SET-Cookie', 'a=1'],
        ['X', 'Zoë 書 \ufffd'],
        ['set-cookie', 'b=2'],
        ['X', 'café'],
        ['Content-Type', 'Text/HTML; Charset="ISO-8859-1"'],
        ['Content-Length', '2'],
      ),
    )
    expect(response.headerBytes).toBe(head.byteLength)
    expect(response.content).toMatchObject({
      mediaType: 'text/html',
      charset: 'iso-8859-1',
      wireBytes: 2,
      decodedBytes: 2,
      isComplete: true,
    })
    expect(body).toBe('hi')
  })

  test('may have no reason phrase, an unknown status and HTTP/1.0', async () => {
    const { response, body } = await receive('HTTP/1.0 799 \r\n\r\nto the end')
    expect(response).toMatchObject({ httpVersion: '1.0', statusCode: 799, reasonPhrase: '', headers: [] })
    expect(body).toBe('to the end')
  })

  test('follows interim responses, which are kept as well', async () => {
    const interim = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n'
    const { response, body } = await receive(`${interim}HTTP/1.1 201 Created\r\nContent-Length: 1\r\n\r\n!`)
    expect(response).toMatchObject({ statusCode: 201, headers: fields(['Content-Length', '1']) })
    expect(response.headerBytes).toBe('HTTP/1.1 201 Created\r\nContent-Length: 1\r\n\r\n'.length)
    expect(response.interim).toEqual([
      { statusCode: 100, reasonPhrase: 'Continue', headers: [] },
      { statusCode: 103, reasonPhrase: 'Early Hints', headers: fields(['Link', '<a>']) },
    ])
    expect(body).toBe('!')
  })

  test('of 20 KB or with 5000 fields is shown completely (HT5)', async () => {
    const long = 'x'.repeat(20 * 1024)
    expect((await receive(`HTTP/1.1 204 \r\nX: ${long}\r\n\r\n`)).response.headers).toEqual(
      fields(['X', long]),
    )
    const many = Array.from({ length: 5000 }, (_, index) => `X-${index}: ${index}\r\n`).join('')
    expect((await receive(`HTTP/1.1 204 \r\n${many}\r\n`)).response.headers).toHaveLength(5000)
  })

  test('of more than 256 KB is a named failure', async () => {
    const { failure, response } = await fail(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(300 * 1024)}\r\n\r\n`)
    expect(failure).toMatchObject({ kind: 'protocol', code: 'HPE_HEADER_OVERFLOW', step: 'response' })
    expect(response).toBeNull()
  })

  test('of 101 ends the exchange, as no HTTP follows', async () => {
    const server = await start([
      receiveHead,
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nraw',
      holdOpen,
    ])
    const { response } = await answered(
      send({ url: server.url, headers: fields(['Connection', 'Upgrade'], ['Upgrade', 'x']) }),
    )
    expect(response).toMatchObject({ statusCode: 101, content: { wireBytes: 0, isComplete: true } })
  })

  test('of the response to CONNECT ends the exchange', async () => {
    const server = await start([receiveHead, 'HTTP/1.1 200 OK\r\n\r\ntunnel', holdOpen])
    const { response } = await answered(send({ url: server.url, method: 'CONNECT' }))
    expect(response).toMatchObject({ statusCode: 200, content: { wireBytes: 0, isComplete: true } })
  })
})

describe('content', () => {
  test.each([
    ['chunked', 'Transfer-Encoding: chunked\r\n\r\n5;x=y\r\nhello\r\n7\r\n, world\r\n0\r\n\r\n'],
    ['of a known length', 'Content-Length: 12\r\n\r\nhello, world'],
    ['ended by the connection', 'X: 1\r\n\r\nhello, world'],
  ])('%s is received whole', async (_, rest) => {
    const { response, body } = await receive(`HTTP/1.1 200 OK\r\n${rest}`)
    expect(body).toBe('hello, world')
    const wireBytes = rest.length - rest.indexOf('\r\n\r\n') - 4
    expect(response.content).toMatchObject({ wireBytes, decodedBytes: 12, isComplete: true })
  })

  test('may be followed by trailers', async () => {
    const { response } = await receive(
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nX-Sum: ',
      Buffer.from('ë\r\nX-Sum: 2\r\n\r\n'),
    )
    expect(response.trailers).toEqual(fields(['X-Sum', 'ë'], ['X-Sum', '2']))
  })

  test.each([204, 304])('is absent with %i, on a connection that stays open', async status => {
    const server = await start([
      receiveHead,
      `HTTP/1.1 ${status} \r\nContent-Length: 5\r\nContent-Encoding: gzip\r\n\r\n`,
      holdOpen,
    ])
    const { response } = await answered(send({ url: server.url }))
    expect(response.content).toMatchObject({ wireBytes: 0, decodedBytes: 0, isComplete: true })
  })

  test('is absent in the response to HEAD, whatever its fields say', async () => {
    const server = await start([
      receiveHead,
      'HTTP/1.1 200 OK\r\nContent-Length: 500\r\nContent-Encoding: br\r\n\r\n',
      holdOpen,
    ])
    const { response } = await answered(send({ url: server.url, method: 'HEAD' }))
    expect(response.content).toMatchObject({ wireBytes: 0, decodedBytes: 0, isComplete: true })
  })

  test('ends the send while the server keeps the connection open', async () => {
    const server = await start([
      receiveHead,
      'HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nhi',
      holdOpen,
    ])
    expect((await answered(send({ url: server.url }))).response.content.isComplete).toBe(true)
  })

  test('is reported while it grows: the head first, then each piece', async () => {
    let goOn = () => {}
    const untilContinued = () => new Promise<void>(resolve => (goOn = resolve))
    const server = await start([
      receiveHead,
      'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n',
      untilContinued,
      'abc',
      untilContinued,
      'def',
      holdOpen,
    ])
    const sent = send({ url: server.url })
    await waitFor(() => sent.seen.length === 1, 'the head')
    expect(sent.seen[0]).toMatchObject({ statusCode: 200, content: { decodedBytes: 0, isComplete: false } })
    goOn()
    const grown = await waitFor(
      () => sent.seen.find(one => one.content.decodedBytes === 3),
      'the first piece',
    )
    expect(grown.content).toMatchObject({ wireBytes: 3, isComplete: false })
    expect(sent.bodies.bytesOf(grown).toString()).toBe('abc')
    goOn()
    expect((await answered(sent)).response.content).toMatchObject({ decodedBytes: 6, isComplete: true })
    expect(sent.bodies.openWriters).toBe(0)
  })
})

test('a response that ends with the connection is incomplete when it is cancelled', async () => {
  const server = await start([receiveHead, 'HTTP/1.1 200 OK\r\n\r\nso far', holdOpen])
  const sent = send({ url: server.url })
  await waitFor(() => sent.seen.some(one => one.content.decodedBytes > 0), 'the first piece')
  sent.cancel()
  const { failure, response } = await failedSend(sent)
  expect(failure.kind).toBe('cancelled')
  expect(response?.content).toMatchObject({ decodedBytes: 6, isComplete: false })
})

describe('content of any bytes', () => {
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Zoë 書', 'utf16le')])
  test.each([
    ['NULs', 'text/plain; charset=utf-8', 'utf-8', Buffer.from([0, 0x61, 0, 0, 0x62, 0])],
    ['UTF-16', 'text/plain', '', utf16],
    ['a charset that there is not', 'text/html; charset=klingon', 'klingon', Buffer.from([0xe9, 0x80, 0xff])],
    ['a charset that is none', 'text/plain; charset="! ; ', '!', Buffer.from('x')],
    ['every byte', 'application/octet-stream', '', Buffer.from(Array.from({ length: 256 }, (_, at) => at))],
  ])('is kept as it came: %s', async (_, contentType, charset, content) => {
    const server = await start([
      receiveHead,
      `HTTP/1.1 200 OK\r\nContent-Type: ${contentType}\r\n\r\n`,
      content,
      endConnection,
    ])
    const sent = send({ url: server.url })
    const { response } = await answered(sent)
    expect(sent.bodies.bytesOf(response).equals(content)).toBe(true)
    expect(response.content.charset).toBe(charset)
  })
})

describe('an incomplete response', () => {
  test.each([
    ['of a known length', 'Content-Length: 100\r\n\r\n', 'partial'],
    ['in chunks', 'Transfer-Encoding: chunked\r\n\r\n', '7\r\npartial\r\n'],
    ['within a chunk', 'Transfer-Encoding: chunked\r\n\r\n', 'ff\r\npartial'],
  ])('%s keeps what arrived', async (_, rest, sentBody) => {
    const { failure, response, body } = await fail(`HTTP/1.1 200 OK\r\n${rest}`, sentBody)
    expect(failure).toMatchObject({ kind: 'protocol', code: 'INCOMPLETE_RESPONSE', step: 'response' })
    expect(body.toString()).toBe('partial')
    expect(response?.content).toMatchObject({
      wireBytes: sentBody.length,
      decodedBytes: 7,
      isComplete: false,
    })
  })

  test('keeps every byte of a large piece that came at once', async () => {
    const { response, body } = await fail(
      'HTTP/1.1 200 OK\r\nContent-Length: 10000000\r\n\r\n',
      Buffer.alloc(3_000_000, 'x'),
    )
    expect(body.byteLength).toBe(3_000_000)
    expect(response?.content.wireBytes).toBe(3_000_000)
  })

  test('because of a reset is named too', async () => {
    const seen = { count: () => 0 }
    const server = await start([
      receiveHead,
      'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npartial',
      () => waitFor(() => seen.count() > 1, 'the client to have the first piece'),
      resetConnection,
    ])
    const sent = send({ url: server.url })
    seen.count = () => sent.seen.length
    const { failure, body } = await failedSend(sent)
    expect(failure).toMatchObject({ kind: 'protocol', code: 'INCOMPLETE_RESPONSE', step: 'response' })
    expect(body.toString()).toBe('partial')
  })

  test.each([
    ['plain', '', 'partial'],
    ['an event stream', 'Content-Type: text/event-stream\r\n', 'data: a\n\n'],
  ])('that ends with the connection is incomplete if that is reset: %s', async (_, type, sentBody) => {
    const seen = { count: () => 0 }
    const server = await start([
      receiveHead,
      `HTTP/1.1 200 OK\r\n${type}\r\n${sentBody}`,
      () => waitFor(() => seen.count() > 1, 'the client to have the first piece'),
      resetConnection,
    ])
    const sent = send({ url: server.url })
    seen.count = () => sent.seen.length
    const { failure, response, body } = await failedSend(sent)
    expect(failure).toMatchObject({ kind: 'protocol', code: 'INCOMPLETE_RESPONSE', step: 'response' })
    expect(response?.content.isComplete).toBe(false)
    expect(body.toString()).toBe(sentBody)
  })

  test('with a broken chunk keeps what came before it (HT6)', async () => {
    const { failure, body } = await fail(
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nZZ\r\nq',
    )
    expect(failure).toMatchObject({ kind: 'protocol', code: 'HPE_INVALID_CHUNK_SIZE', step: 'response' })
    expect(body.toString()).toBe('abc')
  })

  test.each([
    ['a chunk extension', '3\r\nabc\r\n3;', 'HPE_CHUNK_EXTENSIONS_OVERFLOW'],
    ['a trailer', '3\r\nabc\r\n0\r\nX: ', 'HPE_HEADER_OVERFLOW'],
    ['a chunk size', '3\r\nabc\r\n', 'HPE_INVALID_CHUNK_SIZE'],
  ])('or in which %s has no end keeps what came before it', async (_, start, code) => {
    const { failure, body } = await fail(
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${start}`,
      'f'.repeat(1024 * 1024),
    )
    expect(failure).toMatchObject({ kind: 'protocol', code, step: 'response' })
    expect(body.toString()).toBe('abc')
  })
})

describe('a server that does not speak HTTP', () => {
  test.each([
    ['SSH-2.0-OpenSSH_9.9\r\n', 'HPE_INVALID_CONSTANT'],
    ['HTTP/1.1 099 Low\r\n\r\n', 'INVALID_STATUS'],
    ['HTTP/1.1 200 OK\r\nContent-Length: five\r\n\r\n', 'HPE_INVALID_CONTENT_LENGTH'],
    ['HTTP/1.1 200 OK\r\nbad name: x\r\n\r\n', 'HPE_INVALID_HEADER_TOKEN'],
    ['', 'ECONNRESET'],
    ['HTTP/1.1 200 OK\r\nX: ', 'ECONNRESET'],
  ])('%j is a named failure', async (answer, code) => {
    const { failure, response } = await fail(answer)
    expect(failure).toMatchObject({ kind: 'protocol', code, step: 'response' })
    expect(response).toBeNull()
  })

  test('a reset before the response is a named failure', async () => {
    const { failure } = await failedSend(send({ url: (await start([receiveHead, resetConnection])).url }))
    expect(failure).toMatchObject({
      kind: 'protocol',
      code: 'ECONNRESET',
      step: 'response',
      elapsedMs: expect.any(Number),
    })
  })

  test('a server that speaks first is a named failure', async () => {
    const { failure } = await failedSend(send({ url: (await start(['220 mail ready\r\n', holdOpen])).url }))
    expect(failure).toMatchObject({ kind: 'protocol', code: 'HPE_INVALID_CONSTANT', step: 'response' })
  })
})

test('a store that fails is named, and the connection is closed', async () => {
  const server = await start([
    receiveHead,
    'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n',
    gzipSync('hello'),
    holdOpen,
  ])
  const full = async () => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  }
  const writer = { handle: 'h', write: full, close: async () => {} }
  const onWrite = await failedSend(send({ url: server.url }, { bodyStore: { create: async () => writer } }))
  const onCreate = await failedSend(send({ url: server.url }, { bodyStore: { create: full } }))
  const onClose = await failedSend(
    send({ url: `${server.url}/` }, { bodyStore: { create: async () => ({ ...writer, close: full }) } }),
  )
  for (const { failure } of [onWrite, onCreate, onClose]) {
    expect(failure).toMatchObject({
      kind: 'file',
      code: 'BODY_NOT_STORED',
      subject: 'no space left on device',
    })
  }
})

test('timings are whole phases of the send', async () => {
  const server = await start('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi')
  const before = Date.now()
  const { timings, connection, hops } = await answered(
    send({ url: server.url.replace('127.0.0.1', 'localhost') }),
  )
  const phases = [timings.dnsMs, timings.connectMs, timings.waitingMs, timings.downloadMs].map(ms => ms ?? -1)
  for (const ms of phases) expect(ms).toBeGreaterThanOrEqual(0)
  expect(phases.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(timings.totalMs)
  expect(timings.startedAt).toBeGreaterThanOrEqual(before)
  expect(timings.tlsMs).toBeNull()
  expect(hops).toEqual([])
  expect(connection).toEqual({
    remoteAddress: '127.0.0.1',
    remotePort: server.port,
    isReused: false,
    proxy: null,
    tls: null,
  })
})

test('fifty parallel sends all get a response, each with its own content', async () => {
  const api = await startDemoApi()
  try {
    const sends = Array.from({ length: 50 }, (_, index) =>
      send({ url: `${api.baseUrl}/binary?bytes=${1000 + index}` }),
    )
    const exchanges = await Promise.all(sends.map(answered))
    expect(exchanges.map(one => one.response.content.decodedBytes)).toEqual(
      sends.map((_, index) => 1000 + index),
    )
    await waitFor(() => api.activeCallCount() === 0, 'all calls to end')
  } finally {
    await api.close()
  }
})
