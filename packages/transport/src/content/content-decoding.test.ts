import { setTimeout } from 'node:timers/promises'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describeNotice } from '@parley/model'
import { holdOpen, receiveHead, waitFor } from '@parley/testkit'
import { describe, expect, test } from 'vitest'
import { answered, answering, failedSend, rawServers, send } from '../transport-fixture.testkit.ts'

const start = rawServers()
const { receive, fail } = answering(start)
/** Lets a piece arrive by itself. */
const aMoment = () => setTimeout(5)

describe('content codings', () => {
  const text = 'The quick brown fox. '.repeat(5000)
  const encode = (coding: string, content: Uint8Array): Uint8Array => {
    if (coding === 'br') return brotliCompressSync(content)
    if (coding === 'zstd') return zstdCompressSync(content)
    if (coding === 'raw') return deflateRawSync(content)
    return coding === 'deflate' ? deflateSync(content) : gzipSync(content)
  }

  test.each([
    ['gzip', ['gzip']],
    ['X-GZIP', ['gzip']],
    ['deflate', ['deflate']],
    ['deflate', ['raw']],
    ['br', ['br']],
    ['zstd', ['zstd']],
    ['identity', []],
    ['br, gzip', ['br', 'gzip']],
    ['gzip, identity, deflate, br, zstd, gzip', ['gzip', 'deflate', 'br', 'zstd', 'gzip']],
  ])('%s (%j) are undone', async (contentEncoding, codings) => {
    const encoded = codings.reduce(
      (content, coding) => encode(coding, content),
      Buffer.from(text) as Uint8Array,
    )
    const { response, body } = await receive(
      `HTTP/1.1 200 OK\r\nContent-Encoding: ${contentEncoding}\r\nContent-Length: ${encoded.byteLength}\r\n\r\n`,
      encoded,
    )
    expect(body === text).toBe(true)
    expect(response.content).toMatchObject({
      wireBytes: encoded.byteLength,
      decodedBytes: text.length,
      isComplete: true,
    })
  })

  /** Empty gzip members, which unpack to nothing. */
  const emptyMembers = (bytes: number) => Buffer.alloc(bytes, gzipSync(''))
  const stacked = 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip, gzip\r\n\r\n'

  test('that unpack to a flood which unpacks to nothing are capped', async () => {
    const { failure } = await fail(stacked, gzipSync(emptyMembers(65 * 1024 * 1024)))
    expect(failure).toMatchObject({ kind: 'protocol', code: 'DECODED_TOO_LARGE' })
  })

  test('stop at once on Cancel, even while a decoder returns nothing', async () => {
    const server = await start([receiveHead, stacked, gzipSync(emptyMembers(20 * 1024 * 1024)), holdOpen])
    const sent = send({ url: server.url })
    await waitFor(() => sent.seen.length > 0, 'the head of the response')
    sent.cancel()
    expect((await failedSend(sent)).failure.kind).toBe('cancelled')
  })

  test('on two field lines are one list', async () => {
    const { body } = await receive(
      'HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Encoding: gzip\r\n\r\n',
      encode('gzip', encode('br', Buffer.from(text))),
    )
    expect(body === text).toBe(true)
  })

  test('that are unknown leave the content unchanged', async () => {
    const encoded = encode('gzip', Buffer.from(text))
    const { response } = await receive('HTTP/1.1 200 OK\r\nContent-Encoding: magic, gzip\r\n\r\n', encoded)
    expect(response.content).toMatchObject({
      wireBytes: encoded.byteLength,
      decodedBytes: encoded.byteLength,
    })
  })

  test('of empty content need no decoding', async () => {
    const { response } = await receive(
      'HTTP/1.1 200 OK\r\nContent-Encoding: gzip, br\r\nContent-Length: 0\r\n\r\n',
    )
    expect(response.content).toMatchObject({ wireBytes: 0, isComplete: true })
  })

  test('of more than five layers are a named failure', async () => {
    const { failure, response } = await fail(
      `HTTP/1.1 200 OK\r\nContent-Encoding: ${Array(1000).fill('gzip').join(', ')}\r\n\r\nx`,
    )
    expect(failure).toMatchObject({
      kind: 'protocol',
      code: 'TOO_MANY_CODINGS',
      subject: '1000',
      step: 'response',
    })
    expect(response?.statusCode).toBe(200)
  })

  const notCoded = Buffer.alloc(100_000, 0xff)
  test.each(
    ['gzip', 'deflate', 'br', 'zstd', 'gzip, br'].flatMap(coding => [
      [coding, 'at once', [notCoded]],
      [coding, 'in pieces', [notCoded.subarray(0, 1), notCoded.subarray(1, 9), notCoded.subarray(9)]],
    ]) as [string, string, Buffer[]][],
  )('that content does not have leave it as it came: %s, %s', async (coding, _, pieces) => {
    const head = `HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\nContent-Length: 100000\r\n\r\n`
    const server = await start([receiveHead, head, ...pieces.flatMap(piece => [piece, aMoment]), holdOpen])
    const sent = send({ url: server.url })
    const { response, notices } = await answered(sent)
    expect(sent.bodies.bytesOf(response).equals(notCoded)).toBe(true)
    expect(response.content).toMatchObject({ wireBytes: 100_000, decodedBytes: 100_000, isComplete: true })
    expect(notices.map(describeNotice)).toEqual(
      coding
        .split(', ')
        .reverse()
        .map(
          one =>
            `the body is not valid ${one}, although its Content-Encoding says so, and is shown as it came`,
        ),
    )
  })

  test('that content does not have, and that ends too early, is incomplete', async () => {
    const { failure, body } = await fail(
      'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 99\r\n\r\nplain text',
    )
    expect(failure.code).toBe('INCOMPLETE_RESPONSE')
    expect(body.toString()).toBe('plain text')
  })

  test.each(['gzip', 'deflate', 'raw', 'br', 'zstd'])(
    '%s that is cut short keeps what could be decoded',
    async coding => {
      const random = Buffer.from(
        Array.from({ length: 60_000 }, (_, at) => Math.imul(at ^ (at >>> 3), 2654435761) >>> 24),
      )
      const encoded = encode(coding, random)
      const head = `HTTP/1.1 200 OK\r\nContent-Encoding: ${coding === 'raw' ? 'deflate' : coding}\r\n`
      const whole = encoded.byteLength
      const broken = await fail(
        `${head}Content-Length: ${whole - 20}\r\n\r\n`,
        encoded.subarray(0, whole - 20),
      )
      expect(broken.failure).toMatchObject({ kind: 'protocol', code: 'INVALID_CONTENT_CODING' })
      const cut = await fail(`${head}Content-Length: ${whole}\r\n\r\n`, encoded.subarray(0, whole - 20))
      expect(cut.failure).toMatchObject({ kind: 'protocol', code: 'INCOMPLETE_RESPONSE' })
      for (const { body, response } of [broken, cut]) {
        // Zstandard and Brotli return only whole blocks.
        if (coding !== 'zstd' && coding !== 'br') expect(body.byteLength).toBeGreaterThan(50_000)
        expect(random.subarray(0, body.byteLength).equals(body)).toBe(true)
        expect(response?.content).toMatchObject({
          wireBytes: whole - 20,
          decodedBytes: body.byteLength,
          isComplete: false,
        })
      }
    },
  )
})
