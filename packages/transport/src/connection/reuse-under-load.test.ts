import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttp2Server } from 'node:http2'
import type { Server, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { waitFor } from '@parley/testkit'
import { afterEach, expect, test } from 'vitest'

/** Set this to the seed that a failed run printed. */
const seed = Number(process.env.LOAD_SEED ?? Math.floor(Math.random() * 2 ** 31))
const requestCount = 16 * 200
const program = fileURLToPath(new URL('send-under-load.testkit.ts', import.meta.url))

const sockets = new Set<Socket>()
let server: Server | undefined
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  await new Promise(resolve => server?.close(resolve))
})

/** Returns true once in `count` calls on average, in the same order for the same seed (mulberry32). */
function oneIn(count: number): boolean {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) % count === 0
}
let state = seed

/** Runs the program against a server until it exits, and returns its output. */
async function runAgainst(started: Server, httpVersion: '1.1' | '2') {
  server = started
  started.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
  })
  await new Promise<void>(resolve => started.listen(0, '127.0.0.1', resolve))
  const address = started.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const child = spawn(process.execPath, [program, String(port), httpVersion], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const failures: readonly { readonly id: number; readonly code: string }[] = JSON.parse(
    await text(child.stdout),
  )
  // An unhandled rejection makes the program exit with 1; an open socket or timer keeps it running.
  expect(await ended).toEqual([0, null])
  await waitFor(() => sockets.size === 0, 'all its connections to be closed')
  return failures
}

function countOf(counts: Map<number, number>, id: number): number {
  return counts.get(id) ?? 0
}

test(`a server that closes at random loses and doubles nothing (seed ${seed})`, {
  timeout: 60_000,
}, async () => {
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
  const failures = await runAgainst(started, '1.1')
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

test(`an HTTP/2 server that sends GOAWAY at random loses nothing (seed ${seed})`, {
  timeout: 60_000,
}, async () => {
  const seen = new Map<number, number>()
  let goodbyes = 0
  const started = createHttp2Server((request, response) => {
    const id = Number(request.url.slice(1))
    seen.set(id, countOf(seen, id) + 1)
    request.resume()
    response.end(`${request.method} ${id}`)
    if (!oneIn(50)) return
    goodbyes += 1
    request.stream.session?.close()
  })
  started.on('session', session => session.on('error', () => {}))
  const failures = await runAgainst(started, '2')
  expect(failures).toEqual([])
  expect(goodbyes).toBeGreaterThan(0)
  for (let id = 0; id < requestCount; id += 1) expect(countOf(seen, id)).toBe(1)
})
