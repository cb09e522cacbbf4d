import { startWebSocketServer, waitFor } from '@parley/testkit'
import { expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../start-test-server.testkit.ts'
import { type WatchedWindow, watchWindow } from '../watch-window.testkit.ts'
import { hasEnded, previews, useStreamFixture } from './stream-fixture.testkit.ts'

const fixture = useStreamFixture()
const text = (data: string) => ({ title: '', selected: true, format: 'text', data }) as const
const addressOf = (path: string) => `${fixture.server.demo.baseUrl.replace('http', 'ws')}${path}`
const lines = ({ rows }: Parameters<typeof previews>[0]) =>
  rows.map(({ direction, type, preview }) => `${direction} ${type} ${preview}`)

/** Sends a request for a WebSocket, and waits for a number of messages. */
async function connect(path: string, messages: readonly string[], count: number) {
  const sessionId = await fixture.send(addressOf(path), { webSocket: { messages: messages.map(text) } })
  await waitFor(
    async () => (await fixture.client.live.rows({ sessionId, from: 0, count: 0 }).catch(() => null)) !== null,
    'the session',
  )
  return { sessionId, rows: await fixture.rowsWhen(sessionId, ({ rows }) => rows.length >= count) }
}

test('messages of both sides are listed, filtered, searched, opened and exported', async () => {
  const { client } = fixture
  const { sessionId, rows } = await connect('/echo', ['one'], 2)
  expect(lines(rows)).toEqual(['sent text one', 'received text one'])
  expect(await client.live.send({ sessionId, format: 'binary', data: 'AAE=' })).toEqual({ problem: null })
  expect(await client.live.ping({ sessionId })).toEqual({ problem: null })
  expect(await client.live.send({ sessionId, format: 'binary', data: '!' })).toMatchObject({
    problem: { sentence: expect.stringContaining('Base64') },
  })
  const all = await fixture.rowsWhen(sessionId, ({ rows }) => rows.length === 6)
  expect(lines(all)).toEqual(
    expect.arrayContaining(['received binary 00 01', 'sent ping ', 'received pong ']),
  )
  const numberOf = (line: string) => all.rows[lines(all).indexOf(line)]?.number ?? -1
  for (const line of ['sent text one', 'sent binary 00 01'])
    expect(await client.live.resend({ sessionId, number: numberOf(line) })).toEqual({ problem: null })
  const more = await fixture.rowsWhen(sessionId, ({ rows }) => rows.length === 10)
  expect([...lines(more).slice(6)].sort()).toEqual([
    'received binary 00 01',
    'received text one',
    'sent binary 00 01',
    'sent text one',
  ])
  for (const line of ['received text one', 'sent ping '])
    expect(await client.live.resend({ sessionId, number: numberOf(line) })).toMatchObject({
      problem: { sentence: expect.stringContaining('not sent by you') },
    })
  const filter = { direction: 'received', types: [] } as const
  const received = await fixture.rowsWhen(sessionId, ({ isWhole }) => isWhole, { filter })
  expect(received.rows.every(({ direction }) => direction === 'received')).toBe(true)
  const found = await fixture.rowsWhen(sessionId, ({ isWhole }) => isWhole, { query: 'ONE' })
  expect(previews(found)).toEqual(['one', 'one', 'one', 'one'])
  const opened = await waitFor(async () => {
    const message = await client.live.message({ sessionId, number: 0 })
    return message.state === 'made' ? message : null
  }, 'the message')
  expect(opened.sizeBytes).toBe(3)
  const exported = await waitFor(async () => {
    const file = await client.live.export({ sessionId, format: 'text' })
    return file.state === 'made' ? file : null
  }, 'the export')
  expect(exported).toMatchObject({ fileName: 'messages.txt', sizeBytes: expect.any(Number) })
  expect(await client.live.cancel({ sessionId })).toEqual({ wasRunning: true })
  const ended = await fixture.rowsWhen(sessionId, hasEnded)
  expect(ended.state).toEqual({ state: 'ended', by: 'stopped' })
  expect(lines(ended).slice(-2)).toEqual([
    'sent close 1000 Normal Closure',
    'received close 1000 Normal Closure',
  ])
  expect(await client.live.send({ sessionId, format: 'text', data: 'late' })).toMatchObject({
    problem: { sentence: 'The connection is closed.' },
  })
  const outcome = await fixture.outcomeOf(sessionId)
  expect(outcome).toMatchObject({
    state: 'failed',
    failure: { kind: 'cancelled' },
    response: { statusCode: 101, webSocket: { end: { code: 1000, by: 'user' } } },
  })
})

test('the end by the server is reported, and is one entry of the history', async () => {
  const { sessionId } = await connect('/ticker?count=2&intervalMs=1', [], 2)
  const ended = await fixture.rowsWhen(sessionId, hasEnded)
  expect(ended.state).toEqual({ state: 'ended', by: 'peer' })
  expect(lines(ended).at(-1)).toContain('sent close 1000')
  const { entries } = await waitFor(async () => {
    const page = await fixture.client.history.list({ requestId: null })
    return page.entries.some(({ id }) => id === sessionId) ? page : null
  }, 'the entry')
  expect(entries.filter(({ id }) => id === sessionId)).toHaveLength(1)
})

test('a window that is loaded again goes on with its connection', async () => {
  const { client } = fixture
  const { sessionId } = await connect('/echo', ['a'], 2)
  const again = await watchWindow(client)
  await client.sends.resume({ windowId: again.windowId, sendId: sessionId })
  await waitFor(
    () => again.events.some(event => event.type === 'live' && event.sessionId === sessionId),
    'the event of the session',
  )
  await client.live.send({ sessionId, format: 'text', data: 'b' })
  await fixture.rowsWhen(sessionId, ({ rows }) => rows.length === 4)
  await again.close()
})

test('the messages of a connection are kept in the history, also after a restart', async () => {
  const first = await startTestServer()
  const watched = await watchWindow(first.client)
  const webSocket = { messages: ['one', 'close'].map(text) }
  const url = addressOf('/echo')
  const sessionId = await fixture.send(url, { webSocket }, first, watched)
  const rowsIn = ({ client }: TestServer, query = '') =>
    waitFor(async () => {
      const rows = await client.live.rows({ sessionId, from: 0, count: 10, query }).catch(() => null)
      return rows !== null && hasEnded(rows) ? rows : null
    }, 'the messages')
  const before = await rowsIn(first)
  expect([...lines(before)].sort()).toEqual([
    'received close 1000 Normal Closure: as you wish',
    'received text one',
    'sent close 1000 Normal Closure',
    'sent text close',
    'sent text one',
  ])
  await watched.close()
  await first.server.close()
  const second = await startTestServer({ appDataFolder: first.appDataFolder })
  expect(await second.client.history.read({ id: sessionId })).toMatchObject({
    messages: { received: 2, sent: 3 },
  })
  const kept = await rowsIn(second)
  expect(kept.rows).toEqual(before.rows)
  expect(kept.state).toEqual({ state: 'ended', by: 'peer' })
  expect(previews(await rowsIn(second, 'ONE'))).toEqual(['one', 'one'])
  await second.close()
  await first.close()
})

test.each([
  ['its tab is closed', async ({ client }: TestServer, sendId: string) => client.sends.release({ sendId })],
  [
    'its window is gone',
    async (_server: TestServer, _sendId: string, watched: WatchedWindow) => watched.close(),
  ],
  ['the server stops', async (server: TestServer) => server.close()],
])('a connection is closed with 1001 when %s', async (_name, end) => {
  const codes: number[] = []
  const peer = await startWebSocketServer({
    onConnection: socket => socket.on('close', code => codes.push(code)),
  })
  const server = await startTestServer({ windowGraceMs: 50 })
  const watched = await watchWindow(server.client)
  const sendId = await fixture.send(peer.url, { webSocket: {} }, server, watched)
  await waitFor(() => peer.sockets.length === 1, 'the connection')
  await waitFor(
    () => watched.events.some(event => event.type === 'live' && event.sessionId === sendId),
    'the session',
  )
  await end(server, sendId, watched)
  await waitFor(() => codes.length === 1, 'the end of the connection')
  expect(codes).toEqual([1001])
  await watched.close()
  await server.close()
  await peer.close()
})

test('a connection that breaks and one that is refused are failures of their own', async () => {
  const server = await startWebSocketServer({ onConnection: socket => socket.terminate() })
  const sessionId = await fixture.send(server.url, { webSocket: {} })
  expect(await fixture.outcomeOf(sessionId)).toMatchObject({
    state: 'failed',
    failure: { code: 'WEBSOCKET_BROKEN' },
  })
  await server.close()
  const refused = await fixture.send(addressOf('/books'), { webSocket: {} })
  expect(await fixture.outcomeOf(refused)).toMatchObject({
    state: 'answered',
    exchange: { response: { statusCode: 404 } },
  })
})
