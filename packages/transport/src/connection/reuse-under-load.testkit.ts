import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttp2Server } from 'node:http2'
import type { Server, Socket } from 'node:net'
import { waitFor } from '@parley/testkit'
import { randomFrom } from '@parley/testkit/random'
import { afterEach, expect, inject, test } from 'vitest'
import type { FailedRequest, Load } from './send-under-load.testkit.ts'

/** How many requests are sent at a time, and one after the other. */
type Size = Pick<Load, 'lanes' | 'requestsEach'>
type Sender = (load: Load) => Promise<readonly FailedRequest[]>

const sockets = new Set<Socket>()
let server: Server | undefined
/** Sends to a server, and returns the failures once all connections are closed. */
async function sendTo(started: Server, load: Omit<Load, 'port'>, sendAll: Sender) {
  server = started
  started.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
  })
  await new Promise<void>(resolve => started.listen(0, '127.0.0.1', resolve))
  const address = started.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return sendAll({ ...load, port })
}

/** Waits until the program that sent has left no connection. */
export const allClosed = () => waitFor(() => sockets.size === 0, 'all its connections to be closed')

function countOf(counts: Map<number, number>, id: number): number {
  return counts.get(id) ?? 0
}

/**
 * Defines tests of servers that close connections at random.
 * @param sendAll - sends all requests; a program must leave no connection
 */
export function testReuse(size: Size, sendAll: Sender): void {
  const requestCount = size.lanes * size.requestsEach
  afterEach(async () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
    await new Promise(resolve => server?.close(resolve))
  })

  test('a server that closes at random loses and doubles nothing', async () => {
    const random = randomFrom(inject('seed'))
    const oneIn = (count: number) => random() * count < 1
    const seen = new Map<number, number>()
    const cut = new Map<number, number>()
    const answersOn = new WeakMap<Socket, number>()
    let closedKept = 0
    const answer = (request: IncomingMessage, response: ServerResponse) => {
      const id = Number(request.url?.slice(1))
      const { socket, method } = request
      const answers = answersOn.get(socket) ?? 0
      seen.set(id, countOf(seen, id) + 1)
      // A new connection always responds: if it were cut off, the program would rightly report a failure.
      if (answers > 0 && oneIn(20)) {
        cut.set(id, countOf(cut, id) + 1)
        socket.destroy()
        return
      }
      answersOn.set(socket, answers + 1)
      if (oneIn(20)) response.setHeader('Connection', 'close')
      const isClosedAfter = oneIn(20)
      response.end(`${method} ${id}`, () => {
        if (!isClosedAfter) return
        closedKept += 1
        setImmediate(() => socket.destroy())
      })
    }
    const started = createServer((request, response) => {
      // Close only after reading everything: closing with unread bytes discards the response.
      request.resume().once('end', () => answer(request, response))
    })
    const failures = await sendTo(started, { ...size, httpVersion: '1.1' }, sendAll)
    expect([cut.size > 0, closedKept > 0]).toEqual([true, true])
    // Only requests that must not be repeated may fail, and only if their connection was closed.
    expect(failures.filter(({ id, code }) => id % 5 !== 0 || code !== 'KEPT_CONNECTION_CLOSED')).toEqual([])
    const failed = new Set(failures.map(({ id }) => id))
    for (let id = 0; id < requestCount; id += 1) {
      const isPost = id % 5 === 0
      expect(countOf(seen, id)).toBeLessThanOrEqual(isPost ? 1 : 2)
      if (!failed.has(id)) expect(countOf(seen, id) - countOf(cut, id)).toBeGreaterThanOrEqual(1)
    }
  })

  test('an HTTP/2 server that sends GOAWAY at random loses nothing', async () => {
    const random = randomFrom(inject('seed'))
    const seen = new Map<number, number>()
    let goodbyes = 0
    const started = createHttp2Server((request, response) => {
      const id = Number(request.url.slice(1))
      seen.set(id, countOf(seen, id) + 1)
      request.resume()
      response.end(`${request.method} ${id}`)
      if (random() * 50 >= 1) return
      goodbyes += 1
      request.stream.session?.close()
    })
    started.on('session', session => session.on('error', () => {}))
    const failures = await sendTo(started, { ...size, httpVersion: '2' }, sendAll)
    expect(failures).toEqual([])
    expect(goodbyes).toBeGreaterThan(0)
    for (let id = 0; id < requestCount; id += 1) expect(countOf(seen, id)).toBe(1)
  })
}
