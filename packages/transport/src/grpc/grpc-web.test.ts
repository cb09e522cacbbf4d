import { createServer, type Server, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { CallFrame, OpenCall } from '@parley/engine'
import { type GrpcWeb, newAuth } from '@parley/model'
import { waitFor } from '@parley/testkit'
import type { GrpcServer } from '@parley/testkit/grpc'
import { startGrpcWebServer } from '@parley/testkit/grpc-web'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fromProtos, startGrpcEngine, type TestCall } from './grpc.testkit.ts'

const servers = new Map<GrpcWeb, GrpcServer>()
let client = startGrpcEngine()

beforeAll(async () => {
  servers.set('binary', await startGrpcWebServer({ httpVersion: '1.1' }))
  servers.set('text', await startGrpcWebServer({ httpVersion: '1.1', isText: true }))
})
afterAll(async () => {
  for (const server of servers.values()) await server.close()
})
beforeEach(() => {
  client = startGrpcEngine()
})
afterEach(() => client.close())

const callOf = (web: GrpcWeb, fields: TestCall = {}): TestCall => ({
  url: servers.get(web)?.address ?? '',
  options: { ...fromProtos, web },
  ...fields,
})

describe.each(['binary', 'text'] as const)('gRPC-Web, %s', web => {
  test('values are exact, and the trailers in the content are those of the response', async () => {
    const { text, grpc, exchange } = await client.answered(
      callOf(web, { messages: ['{"id": 9007199254740993}'] }),
    )
    expect(JSON.parse(text)).toMatchObject({ id: '9007199254740993', title: 'Book 9007199254740993' })
    expect(grpc).toMatchObject({ code: 0, name: 'OK', messageCount: 1 })
    expect(exchange.response.headers).toContainEqual({ name: 'x-initial', value: 'first' })
    expect(exchange.response.trailers).toContainEqual({ name: 'x-trailer', value: 'last' })
    expect(exchange.response.content).toMatchObject({ mediaType: 'application/json', isComplete: true })
  })

  test('a status has its name and its message', async () => {
    const { grpc } = await client.answered(
      callOf(web, {
        method: 'shop.Books/Fail',
        messages: ['{"code": 5, "message": "kein Büchlein: 100%"}'],
      }),
    )
    expect(grpc).toMatchObject({ code: 5, name: 'NOT_FOUND', message: 'kein Büchlein: 100%' })
  })

  test('the server gets its fields, and the length of what has one', async () => {
    const { text, exchange } = await client.answered(
      callOf(web, {
        method: 'shop.Books/Metadata',
        options: { ...fromProtos, web, deadlineMs: 20_000 },
      }),
    )
    const type = web === 'text' ? 'application/grpc-web-text+proto' : 'application/grpc-web+proto'
    const { values } = JSON.parse(text)
    expect(values).toMatchObject({ 'x-grpc-web': '1', 'grpc-timeout': '20000m' })
    expect(values.te).toBeUndefined()
    const sent = Object.fromEntries(exchange.request.headers.map(({ name, value }) => [name, value]))
    expect(sent).toMatchObject({ 'Content-Type': type, Accept: type })
    expect(sent['Content-Length']).toBe(web === 'text' ? '8' : '5')
  })

  test('the URL may have a query, with the authorization in it', async () => {
    const { exchange, grpc } = await client.answered(
      callOf(web, {
        url: `http://${servers.get(web)?.address}?tenant=a`,
        auth: { ...newAuth('apiKey'), placement: 'query', key: 'key', value: 'k' },
      }),
    )
    expect(exchange.request.requestLine).toBe('POST /shop.Books/Get?tenant=a&key=•••••• HTTP/1.1')
    expect(grpc?.code).toBe(0)
  })

  test('messages are compressed both ways', async () => {
    const title = 'x'.repeat(5_000)
    const count = 1_100
    const { text, exchange } = await client.answered(
      callOf(web, {
        method: 'shop.Books/Add',
        options: { ...fromProtos, web, compression: 'gzip' },
        messages: [`{"id": 1, "title": "${title}"}`, ...Array.from({ length: count - 1 }, () => '{"id": 1}')],
      }),
    )
    expect(JSON.parse(text).count).toBe(count)
    const { request, response } = exchange
    expect(request.contentBytes).toBeLessThan(count * 60)
    expect(response.headers).toContainEqual({ name: 'grpc-encoding', value: 'gzip' })
    // Each number is a byte without compression.
    expect(response.content.wireBytes).toBeLessThan(count)
  })

  test('messages that the user sends one by one are sent in chunks', async () => {
    const frames: CallFrame[] = []
    let call: OpenCall | null = null
    const ports = {
      grpcCalls: {
        onOpen(opened: OpenCall) {
          call = opened
          return { onFrame: async (frame: CallFrame) => void frames.push(frame) }
        },
      },
    }
    const outcome = client.call(callOf(web, { method: 'shop.Books/Add', messages: ['{"id": 1}'], ports }))
    await waitFor(() => call !== null, 'the call')
    const opened: OpenCall = call ?? expect.unreachable()
    await opened.send({ data: '{"id": 2}' })
    opened.end()
    const sent = await outcome
    if (!sent.ok) throw new Error(JSON.stringify(sent.failure.failure))
    const { request, response } = sent.value.exchange
    expect(request.headers).toContainEqual({ name: 'Transfer-Encoding', value: 'chunked' })
    expect(request.headers.some(({ name }) => name === 'Content-Length')).toBe(false)
    expect(JSON.parse(client.engine.bodyText(response))).toEqual({ count: 2, ids: ['1', '2'] })
    const texts = frames.filter(({ type }) => type === 'text').map(({ payload }) => payload.toString())
    expect(texts).toHaveLength(3)
  })

  test('a deadline that passes', async () => {
    const { grpc, failure } = await client
      .answered(callOf(web, { method: 'shop.Books/Wait', options: { ...fromProtos, web, deadlineMs: 50 } }))
      .then(
        answered => ({ grpc: answered.grpc, failure: null }),
        error => ({ grpc: null, failure: String(error) }),
      )
    // The server may end the call before Parley does.
    expect(failure === null ? grpc?.name : failure).toContain('DEADLINE_EXCEEDED')
  })
})

const frame = (flag: number, content: Uint8Array | string, length = content.length) => {
  const prefix = Buffer.alloc(5)
  prefix.writeUInt8(flag)
  prefix.writeUInt32BE(length, 1)
  return Buffer.concat([prefix, Buffer.from(content)])
}
const book = frame(0, new Uint8Array([8, 1]))
const trailers = (text: string) => frame(0x80, text)
const good = trailers('grpc-status: 0\r\n')
const type = 'application/grpc-web+proto'
const textType = 'application/grpc-web-text+proto'
const base64 = (...pieces: readonly Uint8Array[]) =>
  pieces.map(one => Buffer.from(one).toString('base64')).join('')

/** What a server answers, and how the call ends: a code of gRPC with words of its message, or a failure with words of its subject. */
interface HostileCase {
  readonly head?: Readonly<Record<string, string | readonly string[]>>
  readonly status?: number
  readonly content: Uint8Array | string | ((response: ServerResponse) => void)
  readonly ends: readonly [number | string, string]
}

const hostile: Readonly<Record<string, HostileCase>> = {
  'a frame of 2^32 − 1 bytes (GR1)': {
    content: frame(0, 'x', 2 ** 32 - 1),
    ends: ['GRPC_MESSAGE_TOO_LARGE', ''],
  },
  'trailers of 2^32 − 1 bytes (GR1)': {
    content: frame(0x80, 'x', 2 ** 32 - 1),
    ends: ['GRPC_MESSAGE_TOO_LARGE', ''],
  },
  'trailers of 2 MB (GR1)': {
    content: trailers(`x: ${'x'.repeat(2_000_000)}`),
    ends: ['GRPC_FRAME', 'larger than 1 MB'],
  },
  'a bomb as trailers (GR1)': {
    head: { 'grpc-encoding': 'gzip' },
    content: frame(0x81, gzipSync(Buffer.alloc(50_000_000))),
    ends: ['GRPC_MESSAGE_TOO_LARGE', ''],
  },
  'compressed trailers (GR1)': {
    head: { 'grpc-encoding': 'gzip' },
    content: Buffer.concat([book, frame(0x81, gzipSync('grpc-status: 0\r\n'))]),
    ends: [0, ''],
  },
  'a flag that is none (GR1)': { content: frame(2, [8, 1].toString()), ends: ['GRPC_FRAME', 'the flag 2'] },
  'content after the trailers (GR1)': {
    content: Buffer.concat([book, good, book]),
    ends: ['GRPC_FRAME', 'goes on after its trailers'],
  },
  'one byte after the trailers (GR1)': {
    content: Buffer.concat([book, good, Buffer.from([0])]),
    ends: ['GRPC_FRAME', 'goes on after its trailers'],
  },
  'half of the trailers (GR1)': {
    content: Buffer.concat([book, good.subarray(0, 9)]),
    ends: ['GRPC_FRAME', 'ends within a message'],
  },
  'no trailers (GR1)': { content: book, ends: [2, 'grpc-status is missing'] },
  'trailers in the head alone (GR1)': {
    head: { 'grpc-status': '7', 'grpc-message': 'no' },
    content: '',
    ends: [7, 'no'],
  },
  'a status in the head and one in the trailers (GR1)': {
    head: { 'grpc-status': '0' },
    content: Buffer.concat([book, good]),
    ends: [2, 'more than once'],
  },
  'a line of the trailers without a name (GR1)': {
    content: Buffer.concat([book, trailers('grpc-status: 0\r\n: x\r\n')]),
    ends: ['GRPC_FRAME', 'has no name'],
  },
  'trailers with the ends of lines of Unix, and names in upper case (GR1)': {
    content: Buffer.concat([book, trailers('GRPC-STATUS:0\nX: y\n')]),
    ends: [0, ''],
  },
  'text that is no Base64 (GR1)': {
    head: { 'content-type': textType },
    content: '????',
    ends: ['GRPC_FRAME', 'Base64'],
  },
  'text with padding in the wrong place (GR1)': {
    head: { 'content-type': textType },
    content: 'AA=AAAAA',
    ends: ['GRPC_FRAME', 'Base64'],
  },
  'text that ends early (GR1)': {
    head: { 'content-type': textType },
    content: base64(book, good).slice(0, -2),
    ends: ['GRPC_FRAME', 'ends within a message'],
  },
  'text with less than four characters after its end (GR1)': {
    head: { 'content-type': textType },
    content: `${base64(book, good)}AA`,
    ends: ['GRPC_FRAME', 'ends within a message'],
  },
  'text in answer to bytes, with padding within messages (GR1)': {
    head: { 'content-type': textType },
    content: base64(book.subarray(0, 4), book.subarray(4), good.subarray(0, 7), good.subarray(7)),
    ends: [0, ''],
  },
  'a byte at a time (GR1)': {
    content(response) {
      for (const byte of Buffer.concat([book, good])) response.write(Buffer.from([byte]))
      response.end()
    },
    ends: [0, ''],
  },
  'gRPC itself (GR1)': {
    head: { 'content-type': 'application/grpc' },
    content: book,
    ends: [2, 'HTTP 200 with application/grpc.'],
  },
  'HTTP that is no gRPC-Web (GR1)': {
    status: 404,
    head: { 'content-type': 'text/html' },
    content: '<p>',
    ends: [12, 'did not answer as gRPC-Web: HTTP 404 with text/html.'],
  },
  'a connection that ends within a message (GR1)': {
    content(response) {
      response.write(book.subarray(0, 6), () => response.destroy())
    },
    ends: ['INCOMPLETE_RESPONSE', ''],
  },
}

describe('a hostile server of gRPC-Web', () => {
  let server: Server

  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  /** Starts a server that answers each call. Returns its address. */
  async function serve(
    { head = {}, status = 200 }: Pick<HostileCase, 'head' | 'status'>,
    answer: (response: ServerResponse) => void,
  ): Promise<string> {
    server = createServer((_request, response) => {
      response.writeHead(status, { 'content-type': type, ...head })
      answer(response)
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    return `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  }

  test('text whose growth is reported within four characters of Base64 (GR1)', async () => {
    const text = base64(book, good)
    const grown = Promise.withResolvers<void>()
    const url = await serve({ head: { 'content-type': textType } }, response => {
      response.write(text.slice(0, 6))
      void grown.promise.then(() => response.end(text.slice(6)))
    })
    const { grpc } = await client.answered({
      url,
      options: { ...fromProtos, web: 'text' },
      onProgress({ response }) {
        if (response !== null && response.content.wireBytes > 0) grown.resolve()
      },
    })
    expect(grpc).toMatchObject({ code: 0, messageCount: 1 })
  })

  test.each(Object.entries(hostile))('%s', async (_, { content, ends, ...head }) => {
    const url = await serve(head, response => {
      if (typeof content === 'function') content(response)
      else response.end(content)
    })
    const outcome = await client.call({ url, options: { ...fromProtos, web: 'binary' } })
    const { grpc } = outcome.ok ? outcome.value.exchange.response : {}
    const { code, subject = '' } = outcome.ok ? { code: 'none' } : outcome.failure.failure
    const [expected, words] = ends
    expect(outcome.ok ? grpc?.code : code).toBe(expected)
    expect(outcome.ok ? grpc?.message : subject).toContain(words)
  })
})
