import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FileBodyStore, openFileBodyStore } from '@parley/appdata'
import { nodeFiles } from '@parley/files'
import { ok } from '@parley/model'
import { FaultFiles, waitFor } from '@parley/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LiveEvent, StreamItem } from '../contract/index.ts'
import { WindowEvents } from '../windows/window-events.ts'
import { LiveLog } from './live-log.ts'
import type { LiveReports, LiveSource } from './live-session.ts'
import { LiveSessions } from './live-sessions.ts'
import { LogThreads } from './search/log-threads.ts'

let folder: string
let files: FaultFiles
let bodies: FileBodyStore
let windows: WindowEvents
let sessions: LiveSessions
let server: Server
let accepted: Socket[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-sessions-'))
  files = new FaultFiles(nodeFiles)
  bodies = await openFileBodyStore(folder, files)
  windows = new WindowEvents({ graceMs: 50, reconnectMs: 10 })
  sessions = new LiveSessions({
    bodies,
    bodyTexts: { release: handle => bodies.release(handle) },
    threads: new LogThreads(),
    windows,
    openEnded: async () => null,
  })
  accepted = []
  server = createServer(socket => {
    accepted.push(socket)
    socket.on('error', () => {})
    socket.on('data', bytes => socket.write(bytes))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
})

afterEach(async () => {
  await sessions.close()
  windows.close()
  for (const socket of accepted) socket.destroy()
  server.close()
  bodies.clear()
  rmSync(folder, { recursive: true })
})

/** A connection whose every piece is a message, and which is read no faster than the log is written. */
function openSocket(reports: LiveReports): LiveSource {
  const log = new LiveLog(bodies)
  const address = server.address()
  const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1')
  const add = async (payload: Uint8Array, isSent: boolean) => {
    const added = await log.append({ time: Date.now(), isSent, type: 'text', payload })
    if (added.ok) reports.grow()
    else socket.destroy(Object.assign(new Error(added.failure.reason), { code: added.failure.code }))
  }
  const reading = (async () => {
    for await (const bytes of socket) await add(bytes, false)
  })()
  void reading.then(
    () => reports.end({ state: 'ended', by: 'peer' }),
    error => reports.end({ state: 'ended', by: 'broken', code: error.code }),
  )
  return {
    log,
    isIndexed: () => true,
    secrets: async () => [],
    async command(command) {
      if (command.command === 'send') {
        const payload = Buffer.from(command.message.data)
        socket.write(payload)
        await add(payload, true)
      }
      return ok(null)
    },
    cancel() {
      socket.end()
      return true
    },
    async release() {
      socket.destroy()
      await reading.catch(() => {})
      await log.release()
    },
  }
}

interface Watched {
  readonly windowId: string
  readonly events: readonly LiveEvent[]
  close(): void
}

function watch(): Watched {
  const windowId = randomUUID()
  const closing = new AbortController()
  const stream = windows.subscribe([{ windowId, sequence: 0, after: null }], closing.signal)
  const events: LiveEvent[] = []
  const take = (item: StreamItem) => {
    if (item.type === 'event' && item.event.type === 'live') events.push(item.event)
  }
  void (async () => {
    for await (const item of stream) take(item)
  })()
  return { windowId, events, close: () => closing.abort() }
}

const send = (sessionId: string, text: string) =>
  sessions.command(sessionId, { command: 'send', message: { format: 'text', data: text } })
const all = { filter: { direction: 'all', types: [] }, query: '', from: 0, count: 1000 } as const
const rowsOf = async (sessionId: string) => (await sessions.rows(sessionId, all)) ?? raise('no session')
const raise = (text: string): never => {
  throw new Error(text)
}

test('what is sent and received is listed, and the end is reported', async () => {
  const window = watch()
  const sessionId = randomUUID()
  const start = { windowId: window.windowId, sessionId, open: openSocket }
  sessions.start(start)
  sessions.start(start)
  expect(await send(sessionId, 'hello')).toEqual({ ok: true, value: null })
  const rows = await waitFor(async () => {
    const { rows } = await rowsOf(sessionId)
    return rows.length === 2 ? rows : null
  }, 'the echo')
  expect(rows.map(({ direction, preview }) => [direction, preview])).toEqual(
    expect.arrayContaining([
      ['sent', 'hello'],
      ['received', 'hello'],
    ]),
  )
  expect(await rowsOf(sessionId)).toMatchObject({ counts: { sent: 1, received: 1, dropped: 0 } })
  sessions.cancel(sessionId)
  await waitFor(() => window.events.at(-1)?.state.state === 'ended', 'the event of the end')
  expect(window.events[0]).toMatchObject({ counts: { sent: 0, received: 0 }, revision: 0 })
  expect(window.events.at(-1)).toMatchObject({ sessionId, counts: { sent: 1, received: 1, dropped: 0 } })
  expect(await send(sessionId, 'more')).toMatchObject({ failure: { sentence: 'The connection is closed.' } })
  expect(sessions.cancel(sessionId)).toBe(false)
  expect(accepted).toHaveLength(1)
})

test('many messages make few events', async () => {
  const window = watch()
  const sessionId = randomUUID()
  sessions.start({ windowId: window.windowId, sessionId, open: openSocket })
  const startedAt = performance.now()
  for (let number = 0; number < 2000; number += 1) await send(sessionId, `${number} `)
  await waitFor(() => window.events.at(-1)?.counts.sent === 2000, 'the last count')
  const mostEvents = (performance.now() - startedAt) / 100 + 3
  expect(window.events.length).toBeLessThanOrEqual(mostEvents)
  const revisions = window.events.map(({ revision }) => revision)
  expect(revisions).toEqual(revisions.toSorted((a, b) => a - b))
})

test('a full disk ends the session, and leaves what was received', async () => {
  const window = watch()
  const sessionId = randomUUID()
  sessions.start({ windowId: window.windowId, sessionId, open: openSocket })
  await send(sessionId, 'a'.repeat(100_000))
  await waitFor(async () => (await rowsOf(sessionId)).counts.received > 0, 'an echo')
  files.failNext('write', 'ENOSPC', 1000)
  accepted[0]?.write('b'.repeat(1_000_000))
  const ended = await waitFor(async () => {
    const rows = await rowsOf(sessionId)
    return rows.state.state === 'ended' ? rows : null
  }, 'the end')
  expect(ended.state).toEqual({ state: 'ended', by: 'broken', code: 'BODY_NOT_STORED' })
  expect(ended.rows[0]?.preview).toMatch(/^a+$/)
})

test('a session ends with its window, and its files are deleted', async () => {
  const window = watch()
  const other = watch()
  const sessionId = randomUUID()
  sessions.start({ windowId: window.windowId, sessionId, open: openSocket })
  await send(sessionId, 'a'.repeat(100_000))
  expect(sessions.resume(other.windowId, sessionId)).toBe(true)
  window.close()
  await waitFor(() => !windows.mayReconnect(window.windowId), 'the first window to be gone')
  await waitFor(() => other.events.length > 0, 'an event in the other window')
  expect((await rowsOf(sessionId)).state).toEqual({ state: 'open' })
  other.close()
  await waitFor(async () => (await sessions.rows(sessionId, all)) === null, 'the session to be gone')
  await waitFor(() => accepted[0]?.destroyed, 'the connection to be closed')
  await waitFor(() => readdirSync(folder, { recursive: true }).length === 1, 'the files to be deleted')
  expect(sessions.resume(other.windowId, sessionId)).toBe(false)
  expect(await sessions.release(sessionId)).toBe(false)
})
