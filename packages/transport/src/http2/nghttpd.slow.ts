import { waitFor } from '@parley/testkit'
import { needs } from '@parley/testkit/needs'
import { afterEach, describe, expect, test } from 'vitest'
import {
  answered,
  bytesPart,
  closeKeptConnections,
  failedSend,
  fields,
  sharedTransport,
  type TestMessage,
  type TestSend,
  trusting,
} from '../transport-fixture.testkit.ts'
import { findNghttpd } from './find-nghttpd.testkit.ts'
import { type Nghttpd, startNghttpd } from './start-nghttpd.testkit.ts'

const program = findNghttpd()
const running: Nghttpd[] = []

afterEach(async () => {
  closeKeptConnections()
  for (const server of running.splice(0)) await server.close()
})

const page = '<p>Zoë</p>\n'
const large = Buffer.alloc(20_000_000, 'abcdefg')

async function start(scheme: 'http' | 'https', ...options: readonly string[]) {
  const server = await startNghttpd(
    program ?? '',
    scheme,
    { 'page.html': page, large, long: 2 ** 31 },
    options,
  )
  running.push(server)
  const { send } = sharedTransport({ choosePath: trusting(...server.certificateAuthorities) })
  // Over plain TCP, HTTP/2 is spoken only if the request asks for it.
  const httpVersion = scheme === 'http' ? '2' : 'auto'
  return (path: string, message: Partial<TestMessage> = {}) =>
    send({ url: `${server.url}${path}`, httpVersion, ...message })
}

const bytesOf = async (sent: TestSend) => sent.bodies.bytesOf((await answered(sent)).response)

describe(
  'HTTP/2 against nghttpd',
  needs(program !== null, 'nghttpd (apt-get install nghttp2-server)'),
  () => {
    describe.each(['https', 'http'] as const)('over %s', scheme => {
      test('a file arrives complete, with its head and sizes', async () => {
        const send = await start(scheme)
        const sent = send('/page.html')
        expect((await bytesOf(sent)).toString()).toBe(page)
        const { request, response, connection } = await answered(sent)
        expect(response).toMatchObject({ httpVersion: '2', statusCode: 200, content: { isComplete: true } })
        expect(response.headers).toContainEqual({
          name: 'content-length',
          value: String(Buffer.byteLength(page)),
        })
        expect(request.requestLine).toBe('GET /page.html HTTP/2')
        // The content has one frame with a nine-byte header; the end of the stream may have its own frame.
        expect(response.content.wireBytes).toBeGreaterThanOrEqual(9 + Buffer.byteLength(page))
        expect(connection.tls?.protocol ?? null).toBe(scheme === 'https' ? 'TLSv1.3' : null)
      })

      test('a file of 20 MB arrives complete', async () => {
        const send = await start(scheme)
        expect((await bytesOf(send('/large'))).equals(large)).toBe(true)
      })

      test('a missing file gets 404, and HEAD gets no content', async () => {
        const send = await start(scheme)
        expect((await answered(send('/gone'))).response.statusCode).toBe(404)
        const { response } = await answered(send('/page.html', { method: 'HEAD' }))
        expect(response).toMatchObject({ statusCode: 200, content: { decodedBytes: 0, isComplete: true } })
      })

      test('an upload is echoed unchanged', async () => {
        const send = await start(scheme, '--echo-upload')
        const content = large.subarray(0, 3_000_000)
        const headers = fields(['Content-Length', String(content.byteLength)])
        const sent = send('/echo', { method: 'POST', headers, content: [bytesPart(content)] })
        expect((await bytesOf(sent)).equals(content)).toBe(true)
        expect(sent.sentBytes.at(-1)).toBe(content.byteLength)
      })

      test('trailers are reported', async () => {
        const send = await start(scheme, '--trailer=x-sum: 5', '--trailer=x-more: yes')
        const { response } = await answered(send('/page.html'))
        expect(response.trailers).toEqual(fields(['x-sum', '5'], ['x-more', 'yes']))
      })

      test('content in padded frames is the same', async () => {
        const send = await start(scheme, '--padding=255')
        expect((await bytesOf(send('/page.html'))).toString()).toBe(page)
      })

      test('more requests at a time than the server allows all succeed over one connection', async () => {
        const send = await start(scheme, '--max-concurrent-streams=10')
        await answered(send('/page.html'))
        const sends = Array.from({ length: 200 }, () => send('/page.html'))
        for (const sent of sends) {
          expect((await bytesOf(sent)).toString()).toBe(page)
          expect((await answered(sent)).connection.isReused).toBe(true)
        }
      })

      test('Cancel ends a download, and the connection stays usable', async () => {
        const send = await start(scheme)
        await answered(send('/page.html'))
        const sent = send('/long')
        await waitFor(() => sent.seen.length > 0, 'the head')
        sent.cancel()
        const { failure, response } = await failedSend(sent)
        expect(failure.kind).toBe('cancelled')
        expect(response?.content.isComplete).toBe(false)
        expect((await answered(send('/page.html'))).connection.isReused).toBe(true)
      })
    })
  },
)
