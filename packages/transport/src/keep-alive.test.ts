import { endConnection, holdOpen, type RawConnection, receiveHead, waitFor } from '@parley/testkit'
import { describe, expect, test, vi } from 'vitest'
import {
  answered,
  bytesPart,
  failedSend,
  fields,
  rawServers,
  sharedTransport,
  type TestSend,
} from './transport-fixture.testkit.ts'

const start = rawServers()
const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'
const twice = [receiveHead, answer, receiveHead, answer, holdOpen]

/** Returns whether a send used a connection that an earlier send had opened. */
async function isReused(sent: TestSend): Promise<boolean> {
  return (await answered(sent)).connection.isReused
}

describe('a connection', () => {
  test('of a script is never used for the user, whose request could otherwise follow bytes left by the script', async () => {
    const server = await start(twice)
    const { send } = sharedTransport()
    const headers = fields(['Host', 'h'], ['Content-Length', '99'])
    await answered(send({ url: server.url, headers, initiator: 'script' }))
    expect(await isReused(send({ url: server.url }))).toBe(false)
    expect(await isReused(send({ url: server.url, initiator: 'script' }))).toBe(true)
    expect(await isReused(send({ url: server.url }))).toBe(true)
  })

  test('serves one request after the other, whose timings then show no connecting', async () => {
    const server = await start(twice)
    const { send } = sharedTransport()
    const first = await answered(send({ url: server.url }))
    expect(first.connection.isReused).toBe(false)
    expect(first.timings.connectMs).not.toBeNull()
    const second = await answered(send({ url: `${server.url}/b`, headers: fields(['Host', 'other']) }))
    expect(second.connection).toMatchObject({ isReused: true, remotePort: server.port })
    expect(second.timings).toMatchObject({ dnsMs: null, connectMs: null, tlsMs: null })
    expect(server.connections).toHaveLength(1)
    expect(server.receivedBytes(0).toString()).toContain('GET /b HTTP/1.1\r\nHost: other\r\n\r\n')
    expect([first.response.headerBytes, second.response.headerBytes]).toEqual([38, 38])
  })

  test.each([
    ['chunked', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n'],
    ['without content', 'HTTP/1.1 204 \r\n\r\n'],
    ['not modified', 'HTTP/1.1 304 \r\nContent-Length: 5\r\n\r\n'],
    ['behind an interim response', `HTTP/1.1 103 \r\n\r\n${answer}`],
    [
      'of HTTP/1.0 that asks for it',
      'HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n',
    ],
  ])('is used again after an answer %s', async (_, first) => {
    const server = await start([receiveHead, first, receiveHead, answer, holdOpen])
    const { send } = sharedTransport()
    await answered(send({ url: server.url }))
    expect(await isReused(send({ url: server.url }))).toBe(true)
  })

  test.each([
    ['that the server wants to close', 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'],
    ['of HTTP/1.0', 'HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n'],
    ['that soon ends', 'HTTP/1.1 200 OK\r\nKeep-Alive: timeout=1, max=5\r\nContent-Length: 0\r\n\r\n'],
    ['with more bytes behind its answer', `${answer}unasked`],
  ])('%s is not used again', async (_, first) => {
    const server = await start([receiveHead, first, holdOpen])
    const { send } = sharedTransport()
    await answered(send({ url: server.url }))
    await server.waitForConnectionClose(0)
    const second = send({ url: server.url })
    expect(await isReused(second)).toBe(false)
  })

  test('with a typed Connection: close is not used again', async () => {
    const server = await start([receiveHead, answer, holdOpen])
    const { send } = sharedTransport()
    await answered(send({ url: server.url, headers: fields(['Connection', 'close']) }))
    await server.waitForConnectionClose(0)
    expect(await isReused(send({ url: server.url }))).toBe(false)
  })

  test('that receives unrequested bytes is closed at once', async () => {
    const server = await start([receiveHead, answer, holdOpen])
    const { send } = sharedTransport()
    await answered(send({ url: server.url }))
    server.connections[0]?.socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil')
    await server.waitForConnectionClose(0)
    expect(await isReused(send({ url: server.url }))).toBe(false)
  })

  test('is opened for each request in progress', async () => {
    const server = await start([receiveHead, answer, receiveHead, answer, holdOpen])
    const { send } = sharedTransport()
    const both = [send({ url: server.url }), send({ url: server.url })]
    expect(await Promise.all(both.map(isReused))).toEqual([false, false])
    const next = [send({ url: server.url }), send({ url: server.url })]
    expect(await Promise.all(next.map(isReused))).toEqual([true, true])
    expect(server.connections).toHaveLength(2)
  })

  test('that many POSTs wait for at the same time has few listeners, and Node does not warn', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockReturnValue()
    // Any connection may become free for any of the others.
    const answers = Array.from({ length: 21 }, () => [receiveHead, answer]).flat()
    const server = await start([...answers, holdOpen])
    const { send } = sharedTransport()
    const post = () => answered(send({ url: server.url, method: 'POST' }))
    await post()
    const sent = await Promise.all(Array.from({ length: 20 }, post))
    expect(sent.some(({ connection }) => connection.isReused)).toBe(true)
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
  })

  test('is kept only for its own origin', async () => {
    const [one, other] = [await start(twice), await start(twice)]
    const { send } = sharedTransport()
    await answered(send({ url: one.url }))
    expect(await isReused(send({ url: other.url }))).toBe(false)
  })

  test('is used again for a redirect within the origin', async () => {
    const found = 'HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 5\r\n\r\nmoved'
    const server = await start([receiveHead, found, receiveHead, answer, holdOpen])
    const { send } = sharedTransport()
    const { hops, connection } = await answered(send({ url: `${server.url}/a`, followRedirects: true }))
    expect(hops).toHaveLength(1)
    expect(connection.isReused).toBe(true)
    expect(server.connections).toHaveLength(1)
  })

  test('with a redirect whose content does not arrive is closed', async () => {
    const found = 'HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 5\r\n\r\n'
    let connections = 0
    const server = await start([
      receiveHead,
      async (connection: RawConnection) => {
        connections += 1
        await connection.send(connections === 1 ? found : answer)
      },
      holdOpen,
    ])
    const { send } = sharedTransport()
    const { response, connection } = await answered(send({ url: `${server.url}/a`, followRedirects: true }))
    expect(response.statusCode).toBe(200)
    expect(connection.isReused).toBe(false)
  })

  test('is closed by Cancel during a response, and no other send gets it', async () => {
    const server = await start([receiveHead, 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe', holdOpen])
    const { send, transport } = sharedTransport()
    const sent = send({ url: server.url })
    await waitFor(() => sent.seen.length > 0, 'the head')
    sent.cancel()
    expect((await failedSend(sent)).failure.kind).toBe('cancelled')
    await server.waitForConnectionClose(0)
    transport.close()
  })
})

describe('a kept connection that the server closes just as it is used again', () => {
  const closing = [receiveHead, answer, receiveHead, endConnection]

  test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])('lets %s go out on a new one', async method => {
    let connections = 0
    const server = await start([
      async (connection: RawConnection) => {
        connections += 1
        await receiveHead(connection)
        await connection.send(answer)
        await receiveHead(connection)
        if (connections === 1) connection.end()
        else await connection.send(answer)
      },
    ])
    const { send } = sharedTransport()
    await answered(send({ url: server.url }))
    const { connection } = await answered(send({ url: server.url, method }))
    expect(connection.isReused).toBe(false)
    expect(server.connections).toHaveLength(2)
  })

  test.each(['POST', 'PATCH', 'SEARCH'])('fails %s, which might have been processed', async method => {
    const server = await start(closing)
    const { send, transport } = sharedTransport()
    await answered(send({ url: server.url }))
    const headers = fields(['Content-Length', '1'])
    const { failure } = await failedSend(
      send({ url: server.url, method, headers, content: [bytesPart('x')] }),
    )
    expect(failure).toMatchObject({ kind: 'protocol', code: 'KEPT_CONNECTION_CLOSED' })
    expect(server.connections).toHaveLength(1)
    transport.close()
  })

  test('is not retried endlessly', async () => {
    const server = await start([
      async (connection: RawConnection) => {
        await receiveHead(connection)
        if (server.connections.length === 1) {
          await connection.send(answer)
          await receiveHead(connection)
        }
        connection.end()
      },
    ])
    const { send, transport } = sharedTransport()
    await answered(send({ url: server.url }))
    const { failure } = await failedSend(send({ url: server.url }))
    expect(failure).toMatchObject({ kind: 'protocol', code: 'ECONNRESET' })
    expect(server.connections).toHaveLength(2)
    transport.close()
  })
})

test('content waits for the 100 that Expect asks for, and goes when it comes', async () => {
  const server = await start([
    receiveHead,
    async (connection: RawConnection) => {
      expect(server.receivedBytes(0).toString()).not.toContain('content')
      await connection.send('HTTP/1.1 100 Continue\r\n\r\n')
    },
    (connection: RawConnection) => connection.receiveUntil('content'),
    answer,
    holdOpen,
  ])
  const headers = fields(['Expect', '100-continue'], ['Content-Length', '7'])
  const { send } = sharedTransport()
  const sent = send({ url: server.url, method: 'POST', headers, content: [bytesPart('content')] })
  const { response } = await answered(sent)
  expect(response.interim.map(one => one.statusCode)).toEqual([100])
  expect(sent.sentBytes).toEqual([7])
})

test('a final response to Expect is accepted without sending the content', async () => {
  const refused = 'HTTP/1.1 417 Expectation Failed\r\nContent-Length: 0\r\n\r\n'
  const server = await start([receiveHead, refused, holdOpen])
  const headers = fields(['Expect', '100-continue'], ['Content-Length', '7'])
  const { send } = sharedTransport()
  const { response } = await answered(
    send({ url: server.url, method: 'POST', headers, content: [bytesPart('content')] }),
  )
  expect(response.statusCode).toBe(417)
  await server.waitForConnectionClose(0)
  expect(server.receivedBytes(0).toString()).not.toContain('content')
})
