import { createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { describeSendFailure, type Timings } from '@parley/model'
import {
  endConnection,
  holdOpen,
  type RawConnection,
  receiveHead,
  resetConnection,
  startDemoApi,
  waitFor,
} from '@parley/testkit'
import { describe, expect, test } from 'vitest'
import { bytesPart, failedSend, fields, rawServers, send } from './transport-fixture.testkit.ts'

const start = rawServers()

/** Returns a port on which nothing listens: it was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

describe('a server that is not there', () => {
  test('is named with its address', async () => {
    const port = await freePort()
    const { failure, response } = await failedSend(send({ url: `http://127.0.0.1:${port}` }))
    expect(failure).toMatchObject({
      kind: 'connect',
      code: 'ECONNREFUSED',
      step: 'connect',
      address: `127.0.0.1:${port}`,
    })
    expect(response).toBeNull()
    expect(describeSendFailure(failure).sentence).toContain(`127.0.0.1:${port}`)
  })

  test('is named if several addresses of its name were tried', async () => {
    const { failure } = await failedSend(send({ url: `http://localhost:${await freePort()}` }))
    expect(failure).toMatchObject({ kind: 'connect', code: 'ECONNREFUSED', step: 'connect' })
  })

  test('whose name does not exist is a DNS failure', async () => {
    const { failure } = await failedSend(send({ url: 'http://nothing.invalid:80' }))
    expect(failure).toMatchObject({ kind: 'dns', step: 'dns', address: 'nothing.invalid:80' })
    expect(['ENOTFOUND', 'EAI_AGAIN']).toContain(failure.code)
  })
})

describe('Cancel', () => {
  test('before the send opens no connection', async () => {
    const server = await start([holdOpen])
    const sent = send({ url: server.url })
    sent.cancel()
    const { failure, response } = await failedSend(sent)
    expect(failure).toMatchObject({ kind: 'cancelled', code: 'CANCELLED' })
    expect(response).toBeNull()
    await waitFor(() => server.connections.every(one => one.socket.closed), 'no connection to stay')
  })

  test('while the TLS handshake does not answer closes the connection', async () => {
    const server = await start([holdOpen])
    const sent = send({ url: server.url.replace('http:', 'https:') })
    await server.waitForConnection(0)
    await waitFor(() => server.receivedBytes(0).length > 0, 'the handshake to begin')
    sent.cancel()
    const { failure } = await failedSend(sent)
    expect(failure).toMatchObject({ kind: 'cancelled', code: 'CANCELLED', step: 'tls' })
    await server.waitForConnectionClose(0)
  })

  test('while waiting closes the connection within 100 ms', async () => {
    const server = await start([receiveHead, holdOpen])
    const sent = send({ url: server.url })
    await server.waitForConnection(0)
    await waitFor(() => server.receivedBytes(0).length > 0, 'the request')
    sent.cancel()
    const { failure, response } = await failedSend(sent)
    expect(failure).toMatchObject({ kind: 'cancelled', code: 'CANCELLED', step: 'response' })
    expect(response).toBeNull()
    await server.waitForConnectionClose(0)
  })

  test('while downloading keeps what arrived', async () => {
    const server = await start([receiveHead, 'HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nabc', holdOpen])
    const sent = send({ url: server.url })
    await waitFor(() => sent.seen.at(-1)?.content.decodedBytes === 3, 'the first piece')
    sent.cancel()
    const { failure, response, body } = await failedSend(sent)
    expect(failure).toMatchObject({ kind: 'cancelled', code: 'CANCELLED', step: 'response' })
    expect(response).toMatchObject({ statusCode: 200, content: { decodedBytes: 3, isComplete: false } })
    expect(body.toString()).toBe('abc')
    expect(sent.bodies.openWriters).toBe(0)
    const reports = sent.seen.length
    await server.waitForConnectionClose(0)
    expect(sent.seen).toHaveLength(reports)
  })

  test('during an endless response ends it', async () => {
    const piece = `1000\r\n${'x'.repeat(4096)}\r\n`
    const server = await start([
      receiveHead,
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n',
      async connection => {
        for (;;) await connection.send(piece)
      },
    ])
    const sent = send({ url: server.url })
    await waitFor(() => (sent.seen.at(-1)?.content.decodedBytes ?? 0) > 1_000_000, 'a megabyte')
    sent.cancel()
    const { failure, response } = await failedSend(sent)
    expect(failure.kind).toBe('cancelled')
    expect(response?.content.isComplete).toBe(false)
  })

  test('of a call to the demo API is seen there', async () => {
    const api = await startDemoApi()
    try {
      const sent = send({ url: `${api.baseUrl}/delay/60000` })
      await waitFor(() => api.activeCallCount() === 1, 'the call')
      sent.cancel()
      expect((await failedSend(sent)).failure.kind).toBe('cancelled')
      await waitFor(() => api.activeCallCount() === 0, 'the call to end')
    } finally {
      await api.close()
    }
  })

  test('after the end changes nothing', async () => {
    const server = await start('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
    const sent = send({ url: server.url })
    expect((await sent.result).ok).toBe(true)
    sent.cancel()
    await server.waitForConnectionClose(0)
  })
})

describe('limits of time', () => {
  test('end a handshake that does not answer, as a failure to connect', async () => {
    const server = await start([holdOpen])
    const url = server.url.replace('http:', 'https:')
    const { failure } = await failedSend(send({ url, connectTimeoutMs: 60 }))
    expect(failure).toMatchObject({ kind: 'timeout', code: 'CONNECT_TIMEOUT', step: 'tls' })
    expect(failure.elapsedMs).toBeGreaterThanOrEqual(59)
    await server.waitForConnectionClose(0)
  })

  test('end a request that is not answered', async () => {
    const server = await start([receiveHead, holdOpen])
    const { failure } = await failedSend(send({ url: server.url, timeoutMs: 60 }))
    expect(failure).toMatchObject({ kind: 'timeout', code: 'REQUEST_TIMEOUT', step: 'response' })
    expect(failure.elapsedMs).toBeGreaterThanOrEqual(59)
  })

  test('end a download that stalls, and keep what arrived', async () => {
    const server = await start([receiveHead, 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc', holdOpen])
    const { failure, body } = await failedSend(send({ url: server.url, timeoutMs: 150 }))
    expect(failure).toMatchObject({ kind: 'timeout', code: 'REQUEST_TIMEOUT', step: 'response' })
    expect(body.toString()).toBe('abc')
  })

  test('end a head that stalls, and one whose bytes come one at a time (HT4)', async () => {
    const drip = async (connection: RawConnection) => {
      for (;;) {
        await connection.send('x')
        await setTimeout(5)
      }
    }
    for (const stall of [holdOpen, drip]) {
      const server = await start([receiveHead, 'HTTP/1.1 200 OK\r\nX: ', stall])
      const { failure, response } = await failedSend(send({ url: server.url, timeoutMs: 100 }))
      expect(failure).toMatchObject({ kind: 'timeout', code: 'REQUEST_TIMEOUT', step: 'response' })
      expect(response).toBeNull()
      await server.waitForConnectionClose(0)
    }
  })

  test('end content that comes one byte at a time, and keep what arrived', async () => {
    const server = await start([
      receiveHead,
      'HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n',
      async connection => {
        for (;;) {
          await connection.send('x')
          await setTimeout(5)
        }
      },
    ])
    const { failure, body } = await failedSend(send({ url: server.url, timeoutMs: 150 }))
    expect(failure).toMatchObject({ kind: 'timeout', code: 'REQUEST_TIMEOUT', step: 'response' })
    expect(body.toString()).toMatch(/^x+$/)
    await server.waitForConnectionClose(0)
  })

  test('longer than a timer can count do not expire at once', async () => {
    const server = await start('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
    const outcome = await send({ url: server.url, timeoutMs: 2 ** 40, connectTimeoutMs: 2 ** 40 }).result
    expect(outcome.ok).toBe(true)
  })
})

describe('a request that is not read to its end', () => {
  const content = [bytesPart(Buffer.alloc(20 * 1024 * 1024, 'x'))]
  const headers = fields(['Content-Length', String(20 * 1024 * 1024)])

  test('may get an early response', async () => {
    const server = await start([
      receiveHead,
      connection => void connection.socket.pause(),
      'HTTP/1.1 413 Too Large\r\nContent-Length: 3\r\n\r\nbig',
      connection => void connection.socket.resume(),
      holdOpen,
    ])
    const sent = send({ url: server.url, method: 'POST', headers, content })
    const outcome = await sent.result
    expect(outcome).toMatchObject({ ok: true, value: { response: { statusCode: 413 } } })
    if (outcome.ok) {
      expect(sent.bodies.bytesOf(outcome.value.response).toString()).toBe('big')
      const { waitingMs, downloadMs, connectMs, totalMs } = outcome.value.timings
      expect((waitingMs ?? 0) + (downloadMs ?? 0) + (connectMs ?? 0)).toBeLessThanOrEqual(totalMs)
    }
  })

  test.each([
    ['closes', endConnection],
    ['resets', resetConnection],
  ])('is a named failure where the server %s the connection', async (_, leave) => {
    const server = await start([
      receiveHead,
      connection => void connection.socket.pause(),
      leave,
      connection => void connection.socket.destroy(),
    ])
    const { failure } = await failedSend(send({ url: server.url, method: 'POST', headers, content }))
    expect(failure).toMatchObject({ kind: 'protocol', step: 'request' })
    expect(['EPIPE', 'ECONNRESET']).toContain(failure.code)
    expect(describeSendFailure(failure).sentence).toMatch(/closed the connection/)
  })
})

test('interim responses without end are named', async () => {
  const server = await start([
    receiveHead,
    'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(101),
    holdOpen,
  ])
  const { failure } = await failedSend(send({ url: server.url }))
  expect(failure).toMatchObject({ kind: 'protocol', code: 'TOO_MANY_INTERIM', subject: '100' })
})

test('a failure also shows the request as sent and its connection', async () => {
  const server = await start([receiveHead, 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhi', endConnection])
  const outcome = await send({ url: server.url, followRedirects: false }).result
  expect(outcome).toMatchObject({
    ok: false,
    failure: {
      attempt: {
        request: { requestLine: 'GET / HTTP/1.1', contentBytes: 0 },
        connection: { remotePort: server.port, isReused: false },
        timings: { tlsMs: null, connectMs: expect.any(Number), waitingMs: expect.any(Number) },
        hops: [],
      },
    },
  })
  const gone = await send({ url: 'http://127.0.0.1:1/' }).result
  expect(gone).toMatchObject({
    failure: { attempt: { request: null, connection: null, timings: { waitingMs: null } } },
  })
})

test.each<[string, string, readonly (keyof Timings)[]]>([
  ['a refused address', 'http://127.0.0.1:1/', ['connectMs']],
  ['a refused name', 'http://localhost:1/', ['dnsMs', 'connectMs']],
  ['an unknown name', 'http://nothing.invalid:80', ['dnsMs']],
  ['a handshake without an answer', 'https', ['connectMs', 'tlsMs']],
  ['a request without an answer', 'http', ['connectMs', 'waitingMs']],
])('the time of %s is that of its last step', async (_, target, steps) => {
  const silent = await start([receiveHead, holdOpen])
  const isSilent = !target.includes('://')
  const sent = send({ url: isSilent ? silent.url.replace('http', target) : target })
  if (isSilent) {
    await silent.waitForConnection(0)
    await waitFor(() => silent.receivedBytes(0).length > 0, 'the first byte')
    sent.cancel()
  }
  const { attempt, failure } = await failedSend(sent)
  const { startedAt: _startedAt, totalMs, ...phases } = attempt?.timings ?? { startedAt: 0, totalMs: 0 }
  const known = Object.entries(phases).filter(([, ms]) => ms !== null)
  expect(known.map(([name]) => name)).toEqual(steps)
  expect(known.reduce((sum, [, ms]) => sum + (ms ?? 0), 0)).toBeLessThanOrEqual(totalMs)
  expect(totalMs).toBeLessThanOrEqual(failure.elapsedMs)
})
