import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import type { ServerHttp2Stream } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync, gzipSync } from 'node:zlib'
import { describeSendFailure, ok } from '@parley/model'
import { shopProtos } from '@parley/testkit/grpc'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Http2TestServer, startHttp2Server } from '../http2/start-http2-server.testkit.ts'
import { filesOfTexts, fromProtos, startGrpcEngine } from './grpc.testkit.ts'

/** What the design lists as hostile (live.md 4; attacks GR1). A line without a test does not compile. */
const hostile = [
  'a frame of 2^32 − 1 bytes (GR1)',
  'a flag other than 0 and 1 (GR1)',
  'a compressed message without an encoding (GR1)',
  'a message compressed in an unknown way (GR1)',
  'a message that is no gzip (GR1)',
  'a gzip bomb (GR1)',
  'half a frame, then a reset (GR1)',
  'half a frame, then the trailers (GR1)',
  'trailers only (GR1)',
  'no status (GR1)',
  'two statuses (GR1)',
  'the status 99 (GR1)',
  'a status that is text (GR1)',
  'a wrong % in the message (GR1)',
  '64 kB of metadata (GR1)',
  'HTTP that is not gRPC (GR1)',
  'a status without a message (GR1)',
  'two messages for a unary call (GR1)',
  'files that import each other (GR1)',
  '10,000 files (GR1)',
  'a message named __proto__ (GR1)',
  'a message nested 10,000 deep (GR1)',
  'an answer nested 10,000 deep (GR1)',
  'a map with a key twice (GR1)',
  'unknown fields (GR1)',
  'invalid UTF-8 (GR1)',
  'a GOAWAY in the middle (GR1)',
  'a deadline that passes (GR1)',
  'a deadline of 0 (GR1)',
  'an answer compressed with deflate (GR1)',
  'a bomb of deflate (GR1)',
  'a hundred thousand empty messages (GR1)',
  'an unknown status message in bytes that are no UTF-8 (GR1)',
  'an import outside the import paths (GR1)',
  'a link outside the import paths (GR1)',
  'a .proto file of 50 MB (GR1)',
  'a stream without an end (GR1)',
  'a server that speaks HTTP/1.1 alone (GR1)',
] as const

let client = startGrpcEngine()
const servers: Http2TestServer[] = []

beforeEach(() => {
  client = startGrpcEngine()
})

afterEach(async () => {
  client.close()
  for (const server of servers.splice(0)) await server.close()
})

const frame = (bytes: Uint8Array | readonly number[], flag = 0, length = bytes.length) => {
  const prefix = Buffer.alloc(5)
  prefix.writeUInt8(flag)
  prefix.writeUInt32BE(length, 1)
  return Buffer.concat([prefix, Buffer.from(bytes)])
}
/** A book with the number 1. */
const book = frame([8, 1])
const grpcHead = { ':status': 200, 'content-type': 'application/grpc' }

type Trailers = Readonly<Record<string, string>>

/** Starts a server that answers each call with content and trailers. */
async function serve(
  content: Uint8Array,
  trailers: Trailers = { 'grpc-status': '0' },
  head: Readonly<Record<string, string | number>> = {},
): Promise<string> {
  return serveWith(stream => {
    stream.respond({ ...grpcHead, ...head }, { waitForTrailers: true })
    stream.on('wantTrailers', () => stream.sendTrailers({ ...trailers }))
    stream.end(content)
  })
}

async function serveWith(answer: (stream: ServerHttp2Stream) => void): Promise<string> {
  const server = await startHttp2Server('http', stream => answer(stream))
  servers.push(server)
  return `127.0.0.1:${server.port}`
}

const codeOf = async (url: string, more: object = {}) => (await client.failure({ url, ...more })).failure.code
const stateOf = async (url: string, more: object = {}) => (await client.answered({ url, ...more })).grpc

const cases: Readonly<Record<(typeof hostile)[number], () => Promise<void>>> = {
  'a frame of 2^32 − 1 bytes (GR1)': async () => {
    expect(await codeOf(await serve(frame([1], 0, 2 ** 32 - 1)))).toBe('GRPC_MESSAGE_TOO_LARGE')
  },
  'a flag other than 0 and 1 (GR1)': async () => {
    const { failure } = await client.failure({ url: await serve(frame([8, 1], 2)) })
    expect(failure).toMatchObject({ code: 'GRPC_FRAME', subject: 'a message begins with the flag 2' })
    expect(describeSendFailure(failure).sentence).toContain('sent something that is not a gRPC message')
  },
  'a compressed message without an encoding (GR1)': async () => {
    expect(await codeOf(await serve(frame(gzipSync(Buffer.from([8, 1])), 1)))).toBe('GRPC_FRAME')
  },
  'a message compressed in an unknown way (GR1)': async () => {
    const url = await serve(frame([1], 1), {}, { 'grpc-encoding': 'snappy' })
    const { failure } = await client.failure({ url })
    expect(failure.subject).toBe('a message is compressed with snappy, which is not known')
  },
  'a message that is no gzip (GR1)': async () => {
    expect(await codeOf(await serve(frame([1, 2, 3], 1), {}, { 'grpc-encoding': 'gzip' }))).toBe('GRPC_FRAME')
  },
  'a gzip bomb (GR1)': async () => {
    const bomb = gzipSync(Buffer.alloc(70_000_000))
    const before = process.memoryUsage().arrayBuffers
    const url = await serve(frame(bomb, 1), {}, { 'grpc-encoding': 'gzip' })
    expect(await codeOf(url)).toBe('GRPC_MESSAGE_TOO_LARGE')
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(40_000_000)
  },
  'half a frame, then a reset (GR1)': async () => {
    const url = await serveWith(stream => {
      stream.respond(grpcHead)
      stream.write(Buffer.concat([book, book.subarray(0, 3)]), () => stream.destroy(new Error('reset')))
    })
    const { failure, text } = await client.failure({ url, method: 'shop.Books/List' })
    expect(failure.code).toBe('HTTP2_STREAM_RESET')
    expect(text).toBe('{"id":"1"}\n')
  },
  'half a frame, then the trailers (GR1)': async () => {
    const { failure, text } = await client.failure({
      url: await serve(Buffer.concat([book, book.subarray(0, 6)])),
      method: 'shop.Books/List',
    })
    expect(failure).toMatchObject({ code: 'GRPC_FRAME', subject: 'the response ends within a message' })
    expect(text).toBe('{"id":"1"}\n')
  },
  'trailers only (GR1)': async () => {
    const url = await serveWith(stream =>
      stream.respond({ ...grpcHead, 'grpc-status': '7', 'grpc-message': 'no' }, { endStream: true }),
    )
    expect(await stateOf(url)).toMatchObject({ code: 7, name: 'PERMISSION_DENIED', message: 'no' })
  },
  'no status (GR1)': async () => {
    expect(await stateOf(await serve(book, {}))).toMatchObject({
      code: 2,
      message: 'The server did not answer as gRPC: grpc-status is missing.',
    })
  },
  'two statuses (GR1)': async () => {
    const url = await serveWith(stream => {
      stream.respond({ ...grpcHead, 'grpc-status': '0' }, { waitForTrailers: true })
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '5' }))
      stream.end(book)
    })
    expect(await stateOf(url)).toMatchObject({
      code: 2,
      message: 'The server did not answer as gRPC: it sent grpc-status more than once.',
    })
  },
  'the status 99 (GR1)': async () => {
    expect(await stateOf(await serve(book, { 'grpc-status': '99', 'grpc-message': 'why' }))).toMatchObject({
      code: 2,
      name: 'UNKNOWN',
      message: 'The server sent the unknown grpc-status "99". why',
    })
  },
  'a status that is text (GR1)': async () => {
    expect(await stateOf(await serve(book, { 'grpc-status': 'NOT_FOUND' }))).toMatchObject({
      code: 2,
      message: 'The server sent the unknown grpc-status "NOT_FOUND".',
    })
  },
  'a wrong % in the message (GR1)': async () => {
    const url = await serve(book, { 'grpc-status': '3', 'grpc-message': '100% %C3%BC %zz %FF' })
    expect(await stateOf(url)).toMatchObject({ code: 3, message: '100% ü %zz \uFFFD' })
  },
  '64 kB of metadata (GR1)': async () => {
    const url = await serve(book, { 'grpc-status': '0', 'x-long': 'x'.repeat(65_536) })
    const { exchange, grpc } = await client.answered({ url })
    expect(grpc?.code).toBe(0)
    expect(exchange.response.trailers.find(({ name }) => name === 'x-long')?.value).toHaveLength(65_536)
  },
  'HTTP that is not gRPC (GR1)': async () => {
    const url = await serveWith(stream => {
      stream.respond({ ':status': 404, 'content-type': 'text/html' })
      stream.end('<h1>Nothing here</h1>')
    })
    const { grpc, text } = await client.answered({ url })
    expect(grpc).toMatchObject({
      code: 12,
      name: 'UNIMPLEMENTED',
      message: 'The server did not answer as gRPC: HTTP 404 with text/html.',
    })
    expect(text).toBe('<h1>Nothing here</h1>')
  },
  'a status without a message (GR1)': async () => {
    expect(await stateOf(await serve(Buffer.alloc(0)))).toMatchObject({ code: 13, name: 'INTERNAL' })
  },
  'two messages for a unary call (GR1)': async () => {
    expect(await stateOf(await serve(Buffer.concat([book, book])))).toMatchObject({
      code: 13,
      message: 'The server sent status 0 and 2 messages instead of one.',
    })
  },
  'files that import each other (GR1)': async () => {
    const files = filesOfTexts({ 'shop.proto': 'import "b.proto";', 'b.proto': 'import "shop.proto";' })
    const { failure } = await client.failure({ url: await serve(book), files })
    expect(failure).toMatchObject({
      code: 'GRPC_DEFINITION',
      subject: 'b.proto:1:8: b.proto and shop.proto import each other.',
    })
  },
  '10,000 files (GR1)': async () => {
    const texts: Record<string, string> = { ...shopProtos }
    for (let at = 0; at < 10_000; at += 1)
      texts[`f${at}.proto`] = at < 9_999 ? `import "f${at + 1}.proto";` : ''
    texts['shop.proto'] = `${texts['shop.proto']}\nimport "f0.proto";`
    expect(await stateOf(await serve(book), { files: filesOfTexts(texts) })).toMatchObject({ code: 0 })
  },
  'a message named __proto__ (GR1)': async () => {
    const files = filesOfTexts({
      'shop.proto':
        'syntax="proto3"; package shop; message __proto__ { int64 constructor = 1; map<string, int32> m = 2; } service Books { rpc Get(__proto__) returns (__proto__); }',
    })
    const entry = [0x12, 13, 0x0a, 9, ...Buffer.from('__proto__'), 0x10, 1]
    const answer = await client.answered({ url: await serve(frame([8, 5, ...entry])), files })
    expect(answer.text.replace(/\s/g, '')).toBe('{"constructor":"5","m":{"__proto__":1}}')
  },
  'a message nested 10,000 deep (GR1)': async () => {
    const files = filesOfTexts({
      'shop.proto':
        'syntax="proto3"; package shop; message M { M m = 1; } service Books { rpc Get(M) returns (M); }',
    })
    const text = `${'{"m":'.repeat(10_000)}{}${'}'.repeat(10_000)}`
    expect(await codeOf(await serve(book), { files, messages: [text] })).toBe('GRPC_MESSAGE_INVALID')
  },
  'an answer nested 10,000 deep (GR1)': async () => {
    const files = filesOfTexts({
      'shop.proto':
        'syntax="proto3"; package shop; message M { M m = 1; } service Books { rpc Get(M) returns (M); }',
    })
    expect(await codeOf(await serve(frame(nested(10_000))), { files })).toBe('GRPC_MESSAGE_UNREADABLE')
  },
  'a map with a key twice (GR1)': async () => {
    const entry = (value: number) => [0x2a, 5, 0x0a, 1, 97, 0x10, value]
    const { text } = await client.answered({ url: await serve(frame([...entry(1), ...entry(2)])) })
    expect(JSON.parse(text)).toEqual({ stock: { a: '2' } })
  },
  'unknown fields (GR1)': async () => {
    const { text } = await client.answered({ url: await serve(frame([8, 1, 0xf8, 0x3f, 7])) })
    expect(JSON.parse(text)).toEqual({ id: '1', 1023: '7' })
  },
  'invalid UTF-8 (GR1)': async () => {
    const { failure } = await client.failure({ url: await serve(frame([0x12, 1, 0xff])) })
    expect(failure.code).toBe('GRPC_MESSAGE_UNREADABLE')
    expect(describeSendFailure(failure).sentence).toMatch(/^The message cannot be read as shop\.Book: /)
  },
  'a GOAWAY in the middle (GR1)': async () => {
    const url = await serveWith(stream => {
      stream.respond(grpcHead)
      stream.write(book, () => {
        stream.session?.goaway(2, 0)
        stream.session?.destroy()
      })
    })
    const { failure } = await client.failure({ url, method: 'shop.Books/List' })
    expect(failure.kind).toBe('protocol')
  },
  'a deadline that passes (GR1)': async () => {
    const url = await serveWith(() => {})
    const options = { ...fromProtos, deadlineMs: 50 }
    const { failure } = await client.failure({ url, options })
    expect(failure).toMatchObject({ code: 'GRPC_DEADLINE_EXCEEDED', subject: '50' })
  },
  'a deadline of 0 (GR1)': async () => {
    // It means that there is none, and is not sent: servers would end the call at once.
    const { exchange } = await client.answered({
      url: await serve(book),
      options: { ...fromProtos, deadlineMs: 0 },
    })
    expect(exchange.request.headers.map(({ name }) => name)).not.toContain('grpc-timeout')
  },
  'an answer compressed with deflate (GR1)': async () => {
    const url = await serve(
      frame(deflateSync(Buffer.from([8, 1])), 1),
      { 'grpc-status': '0' },
      { 'grpc-encoding': 'deflate' },
    )
    expect(JSON.parse((await client.answered({ url })).text)).toEqual({ id: '1' })
  },
  'a bomb of deflate (GR1)': async () => {
    const url = await serve(
      frame(deflateSync(Buffer.alloc(100_000_000)), 1),
      {},
      { 'grpc-encoding': 'deflate' },
    )
    expect(await codeOf(url)).toBe('GRPC_MESSAGE_TOO_LARGE')
  },
  'a hundred thousand empty messages (GR1)': async () => {
    const { grpc, text } = await client.answered({
      url: await serve(Buffer.alloc(500_000)),
      method: 'shop.Books/List',
    })
    expect(grpc).toMatchObject({ code: 0, messageCount: 100_000 })
    expect(text).toBe('{}\n'.repeat(100_000))
  },
  'an unknown status message in bytes that are no UTF-8 (GR1)': async () => {
    const state = await stateOf(await serve(book, { 'grpc-status': '17', 'grpc-message': '%C3%28 %' }))
    expect(state).toMatchObject({
      code: 2,
      message: 'The server sent the unknown grpc-status "17". \uFFFD( %',
    })
  },
  'an import outside the import paths (GR1)': async () => {
    for (const path of ['../../x.proto', '/etc/x.proto', 'a/../../x.proto', 'C:\\x.proto', '..\\x.proto']) {
      const files = filesOfTexts({ 'shop.proto': `import ${JSON.stringify(path)};` })
      const { failure } = await client.failure({ url: await serve(book), files })
      expect(failure.subject, path).toContain('leads out of the import paths')
    }
  },
  'a link outside the import paths (GR1)': async () => {
    const { allowedFiles } = await import('../../../../apps/cli/src/run/allowed-files.ts')
    const { definitionFiles } = await import('../../../../apps/cli/src/grpc/definition-files.ts')
    const folder = mkdtempSync(join(tmpdir(), 'grpc-link-'))
    mkdirSync(join(folder, 'protos'))
    mkdirSync(join(folder, 'outside'))
    writeFileSync(join(folder, 'outside', 'x.proto'), 'message X {}')
    writeFileSync(join(folder, 'protos', 'shop.proto'), 'import "x.proto";')
    symlinkSync(join(folder, 'outside', 'x.proto'), join(folder, 'protos', 'x.proto'))
    const place = { start: join(folder, 'protos'), root: join(folder, 'protos') }
    const files = definitionFiles(allowedFiles({ place, allowedPaths: [] }))
    const { failure } = await client.failure({ url: await serve(book), files })
    rmSync(folder, { recursive: true })
    expect(failure.code).toBe('FILE_NOT_ALLOWED')
  },
  'a .proto file of 50 MB (GR1)': async () => {
    const bytes = new TextEncoder().encode('message A {}\n'.repeat(4_000_000))
    const { failure } = await client.failure({
      url: await serve(book),
      files: { read: async () => ok(bytes) },
    })
    expect(failure).toMatchObject({ code: 'GRPC_DEFINITION' })
    expect(failure.subject).toContain('larger than 10 MB')
  },
  'a stream without an end (GR1)': async () => {
    const url = await serveWith(stream => {
      stream.respond(grpcHead)
      const write = () => {
        while (!stream.destroyed && stream.write(book));
      }
      stream.on('drain', write)
      write()
    })
    const cancel = new AbortController()
    const { failure } = await client.failure({
      url,
      method: 'shop.Books/List',
      signal: cancel.signal,
      onProgress: ({ response }) => {
        if ((response?.content.decodedBytes ?? 0) > 1_000) cancel.abort()
      },
    })
    expect(failure.kind).toBe('cancelled')
  },
  'a server that speaks HTTP/1.1 alone (GR1)': async () => {
    const { startSink } = await import('@parley/testkit')
    const sink = await startSink()
    expect(await codeOf(`127.0.0.1:${sink.port}`)).toBe('HTTP2_NOT_SPOKEN')
    await sink.close()
  },
}

describe('a hostile server, or a hostile definition', () => {
  test.each(hostile)('%s', async name => {
    await cases[name]()
  })
})

/** The bytes of a message within itself. */
function nested(depth: number): Uint8Array {
  let bytes = Buffer.alloc(0)
  for (let at = 0; at < depth; at += 1)
    bytes = Buffer.concat([Buffer.from([0x0a, ...varint(bytes.length)]), bytes])
  return bytes
}

function varint(value: number): readonly number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)]
}
