import { holdOpen, type RawConnection, type RawServer, receiveHead, waitFor } from '@parley/testkit'
import { describe, expect, test } from 'vitest'
import {
  answered,
  bytesPart,
  closeKeptConnections,
  failedSend,
  fields,
  rawServers,
  send,
  type TestMessage,
} from './transport-fixture.testkit.ts'

const start = rawServers()
const emptyAnswer = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'

/** Starts a server that responds once the received bytes end with `end`. */
function startUntil(end: string): Promise<RawServer> {
  return start([(connection: RawConnection) => connection.receiveUntil(end), emptyAnswer, holdOpen])
}

/** Returns all bytes that one send puts on the wire. */
async function wireBytes(
  message: Omit<TestMessage, 'url'> & { path?: string },
  end: string,
): Promise<string> {
  const server = await startUntil(end)
  const exchange = await answered(send({ ...message, url: `${server.url}${message.path ?? '/'}` }))
  closeKeptConnections()
  await server.waitForConnectionClose(0)
  expect(exchange.request.headerBytes).toBe(server.receivedBytes(0).indexOf('\r\n\r\n') + 4)
  return server.receivedBytes(0).toString('utf8')
}

describe('the bytes on the wire', () => {
  test('of a GET are its fields and nothing that Node adds', async () => {
    const headers = fields(
      ['Host', 'h'],
      ['X-Twice', '1'],
      ['x-TWICE', '2'],
      ['X-Name', 'Zoë 書'],
      ['X-Empty', ''],
    )
    expect(await wireBytes({ path: '/a//b/../c?x=%2f&&y', headers }, '\r\n\r\n')).toBe(
      'GET /a//b/../c?x=%2f&&y HTTP/1.1\r\nHost: h\r\nX-Twice: 1\r\nx-TWICE: 2\r\nX-Name: Zoë 書\r\nX-Empty: \r\n\r\n',
    )
  })

  test('of a request without any field are its request line alone', async () => {
    expect(await wireBytes({ headers: [] }, '\r\n\r\n')).toBe('GET / HTTP/1.1\r\n\r\n')
  })

  test('of a POST end with its unchanged content', async () => {
    const headers = fields(['Content-Type', 'application/json'], ['content-length', '12'], ['Host', 'h'])
    const content = [bytesPart('{"a": "'), bytesPart('ë"'), bytesPart('}\n')]
    expect(await wireBytes({ method: 'POST', headers, content }, '}\n')).toBe(
      'POST / HTTP/1.1\r\nContent-Type: application/json\r\ncontent-length: 12\r\nHost: h\r\n\r\n{"a": "ë"}\n',
    )
  })

  test.each(['POST', 'GET', 'DELETE', 'HEAD'])(
    'of a %s with a typed Transfer-Encoding are framed by it',
    async method => {
      const headers = fields(['Host', 'h'], ['Transfer-Encoding', 'chunked'])
      expect(
        await wireBytes({ method, headers, content: [bytesPart('hello'), bytesPart(', you')] }, '0\r\n\r\n'),
      ).toBe(
        `${method} / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n5\r\n, you\r\n0\r\n\r\n`,
      )
    },
  )

  test('of a request without content but with a typed Transfer-Encoding are an empty chunked body', async () => {
    const headers = fields(['Host', 'h'], ['Transfer-Encoding', 'chunked'])
    expect(await wireBytes({ method: 'POST', headers }, '\r\n\r\n0\r\n\r\n')).toBe(
      'POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    )
  })

  test('keep a Content-Length that does not fit, as it was typed', async () => {
    const short = fields(['Host', 'h'], ['Content-Length', '3'])
    expect(await wireBytes({ method: 'POST', headers: short, content: [bytesPart('hello')] }, 'hello')).toBe(
      'POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nhello',
    )
    const twice = fields(['Host', 'h'], ['Content-Length', '9'], ['Content-Length', '5'])
    expect(await wireBytes({ method: 'POST', headers: twice, content: [bytesPart('hello')] }, 'hello')).toBe(
      'POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\nContent-Length: 5\r\n\r\nhello',
    )
  })

  test('are framed by Transfer-Encoding if Content-Length was typed as well (RFC 9112 §6.3)', async () => {
    const headers = fields(['Content-Length', '5'], ['Transfer-Encoding', 'chunked'])
    expect(await wireBytes({ method: 'POST', headers, content: [bytesPart('hello')] }, '\r\n0\r\n\r\n')).toBe(
      'POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
    )
  })

  test('keep connection fields, cookies and Expect as they were typed', async () => {
    const headers = fields(
      ['Connection', 'keep-alive, X'],
      ['Cookie', 'a=1'],
      ['Cookie', 'b=2'],
      ['Expect', '100-continue'],
      ['Content-Length', '2'],
    )
    expect(await wireBytes({ method: 'PUT', headers, content: [bytesPart('hi')] }, 'hi')).toBe(
      'PUT / HTTP/1.1\r\nConnection: keep-alive, X\r\nCookie: a=1\r\nCookie: b=2\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nhi',
    )
  })

  test.each(['PURGE', 'm-search', "!#$%&'*+-.^_`|~", 'get'])(
    'begin with the method %s as it was typed',
    async method => {
      expect(await wireBytes({ method, headers: [] }, '\r\n\r\n')).toBe(`${method} / HTTP/1.1\r\n\r\n`)
    },
  )
})

test('content without a length is written without framing, as the typed fields say', async () => {
  const server = await startUntil('hello')
  await answered(send({ url: server.url, method: 'POST', headers: [], content: [bytesPart('hello')] }))
  expect(server.receivedBytes(0).toString()).toBe('POST / HTTP/1.1\r\n\r\nhello')
})

test('fields that Node refuses are named before anything is sent', async () => {
  const server = await start([holdOpen])
  const { failure } = await failedSend(send({ url: server.url, headers: fields(['Trailer', 'X-End']) }))
  expect(failure).toMatchObject({ kind: 'invalidRequest', code: 'ERR_HTTP_TRAILER_INVALID' })
  await server.waitForConnectionClose(0)
  expect(server.receivedBytes(0)).toHaveLength(0)
})

test('large content arrives complete at a slow reader', async () => {
  const content = Buffer.alloc(3 * 1024 * 1024, 'abcdefg')
  const begun = Promise.withResolvers<void>()
  const server = await start([
    receiveHead,
    async (connection: RawConnection) => {
      connection.socket.pause()
      await begun.promise
      connection.socket.resume()
      await connection.receiveBytes(content.byteLength)
    },
    emptyAnswer,
    holdOpen,
  ])
  const headers = fields(['Content-Length', String(content.byteLength)])
  const sent = send({ url: server.url, method: 'POST', headers, content: [bytesPart(content)] })
  await waitFor(() => sent.sentBytes.length > 0, 'content to be sent')
  begun.resolve()
  expect((await answered(sent)).request.contentBytes).toBe(content.byteLength)
  expect(server.receivedBytes(0).subarray(-content.byteLength).equals(content)).toBe(true)
})

test('content from a file is sent unchanged, and a missing file is named', async () => {
  const filePath = import.meta.filename
  const text = await import('node:fs/promises').then(fs => fs.readFile(filePath))
  const server = await start([
    receiveHead,
    (one: RawConnection) => one.receiveBytes(text.byteLength),
    emptyAnswer,
    holdOpen,
  ])
  const headers = fields(['Content-Length', String(text.byteLength)])
  const part = { kind: 'file', filePath, lengthBytes: text.byteLength } as const
  await answered(send({ url: server.url, method: 'POST', headers, content: [part] }))
  expect(server.receivedBytes(0).subarray(-text.byteLength).equals(text)).toBe(true)
  const missing = { ...part, filePath: `${filePath}.missing` }
  const { failure } = await failedSend(send({ url: server.url, method: 'POST', headers, content: [missing] }))
  expect(failure).toMatchObject({ kind: 'file', code: 'FILE_NOT_READ', subject: missing.filePath })
})
