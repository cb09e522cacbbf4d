import { importDocument } from '@parley/convert'
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
  const { sessionId, rows } = await connect('/echo', ['one'], 3)
  expect(lines(rows)).toEqual([
    `received connection Connected to ${addressOf('/echo')}`,
    'sent text one',
    'received text one',
  ])
  expect(await client.live.send({ sessionId, format: 'binary', data: 'AAE=' })).toEqual({ problem: null })
  expect(await client.live.ping({ sessionId })).toEqual({ problem: null })
  expect(await client.live.send({ sessionId, format: 'binary', data: '!' })).toMatchObject({
    problem: { sentence: expect.stringContaining('Base64') },
  })
  const all = await fixture.rowsWhen(sessionId, ({ rows }) => rows.length === 7)
  expect(lines(all)).toEqual(
    expect.arrayContaining(['received binary 00 01', 'sent ping ', 'received pong ']),
  )
  const numberOf = (line: string) => all.rows[lines(all).indexOf(line)]?.number ?? -1
  for (const line of ['sent text one', 'sent binary 00 01'])
    expect(await client.live.resend({ sessionId, number: numberOf(line) })).toEqual({ problem: null })
  const more = await fixture.rowsWhen(sessionId, ({ rows }) => rows.length === 11)
  expect([...lines(more).slice(7)].sort()).toEqual([
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
  expect(lines(received).sort()).toEqual([
    'received binary 00 01',
    'received binary 00 01',
    'received text one',
    'received text one',
  ])
  expect(received.counts).toEqual({ received: 4, sent: 4, notes: 3, dropped: 0 })
  const found = await fixture.rowsWhen(sessionId, ({ isWhole }) => isWhole, { query: 'ONE' })
  expect(previews(found)).toEqual(['one', 'one', 'one', 'one'])
  const opened = await waitFor(async () => {
    const message = await client.live.message({ sessionId, number: 1 })
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
  const { sessionId } = await connect('/ticker?count=2&intervalMs=1', [], 3)
  const ended = await fixture.rowsWhen(sessionId, hasEnded)
  expect(ended.state).toEqual({ state: 'ended', by: 'peer' })
  expect(lines(ended).at(-1)).toContain('sent close 1000')
  const { entries } = await waitFor(async () => {
    const page = await fixture.client.history.list({ requestId: null })
    return page.entries.some(({ id }) => id === sessionId) ? page : null
  }, 'the entry')
  expect(entries.filter(({ id }) => id === sessionId)).toHaveLength(1)
})

test('is closing from the close frame until the connection has ended', async () => {
  const peer = await startWebSocketServer({ onConnection: socket => socket.pause() })
  const sessionId = await fixture.send(peer.url, { webSocket: {} })
  await fixture.rowsWhen(sessionId, ({ rows }) => rows.length === 1)
  await fixture.client.live.cancel({ sessionId })
  const closing = await fixture.rowsWhen(
    sessionId,
    ({ state }) => state.state === 'open' && 'isClosing' in state,
  )
  expect(closing.state).toEqual({ state: 'open', isClosing: true })
  expect((await fixture.rowsWhen(sessionId, hasEnded)).state).toMatchObject({ state: 'ended' })
  await peer.close()
})

test('a window that is loaded again goes on with its connection', async () => {
  const { client } = fixture
  const { sessionId } = await connect('/echo', ['a'], 3)
  const again = await watchWindow(client)
  await client.sends.resume({ windowId: again.windowId, sendId: sessionId })
  await waitFor(
    () => again.events.some(event => event.type === 'live' && event.sessionId === sessionId),
    'the event of the session',
  )
  await client.live.send({ sessionId, format: 'text', data: 'b' })
  await fixture.rowsWhen(sessionId, ({ rows }) => rows.length === 5)
  await again.close()
})

test('each connection is a numbered row, with its handshake but no credentials', async () => {
  const { client, window } = fixture
  let connections = 0
  const peer = await startWebSocketServer({
    onConnection(socket) {
      connections += 1
      if (connections === 1) socket.close(1012)
      else socket.send('again')
    },
  })
  const webSocket = { reconnect: true, messages: [text('hello')] }
  const auth = { type: 'bearer', token: 'a-secret-token' } as const
  const sessionId = await fixture.send(peer.url, { webSocket, auth })
  const isWaiting = () =>
    window.events.some(
      event =>
        event.type === 'live' &&
        event.sessionId === sessionId &&
        event.state.state === 'open' &&
        event.state.reconnectsAt !== undefined,
    )
  await waitFor(isWaiting, 'the wait')
  expect(await client.live.send({ sessionId, format: 'text', data: 'early' })).toMatchObject({
    problem: { sentence: expect.stringContaining('The connection is closed') },
  })
  const { rows } = await fixture.rowsWhen(sessionId, all => previews(all).includes('again'))
  const opened = rows.filter(({ type }) => type === 'connection')
  expect(opened.map(({ preview }) => preview)).toEqual([
    `Connected to ${peer.url}/`,
    `Connected to ${peer.url}/, connection 2`,
  ])
  const message = await waitFor(async () => {
    const made = await client.live.message({ sessionId, number: opened[1]?.number ?? -1 })
    return made.state === 'made' ? made : null
  }, 'the handshake')
  const whole = { handle: message.handle, view: 'raw', offset: 0, maxBytes: 1_048_576 } as const
  const page = await client.bodies.readText(whole)
  const shown = JSON.stringify(page)
  for (const part of ['GET / HTTP/1.1', 'HTTP/1.1 101 Switching Protocols', 'Waiting for server', 'Address'])
    expect(shown).toContain(part)
  expect(shown).not.toContain('a-secret-token')
  await client.sends.cancel({ sendId: sessionId })
  expect((await fixture.rowsWhen(sessionId, hasEnded)).state).toEqual({ state: 'ended', by: 'stopped' })
  await peer.close()
})

test('a request that waits for its next connection is stopped at once', async () => {
  const { client, window } = fixture
  const peer = await startWebSocketServer({ onConnection: socket => socket.close(1012) })
  const sessionId = await fixture.send(peer.url, { webSocket: { reconnect: true } })
  await waitFor(
    () =>
      window.events.some(
        event =>
          event.type === 'live' &&
          event.sessionId === sessionId &&
          event.state.state === 'open' &&
          event.state.reconnectsAt !== undefined,
      ),
    'the wait',
  )
  await peer.close()
  await client.sends.cancel({ sendId: sessionId })
  expect((await fixture.rowsWhen(sessionId, hasEnded)).state).toEqual({ state: 'ended', by: 'stopped' })
  expect(peer.handshakes.length).toBeLessThan(3)
})

test('an archive of a connection has its handshake and messages, and is imported again', async () => {
  const { client, server } = fixture
  const { sessionId } = await connect('/echo?room=1', ['{"a": 1}'], 3)
  await client.live.send({ sessionId, format: 'binary', data: 'AAE=' })
  await fixture.rowsWhen(sessionId, ({ rows }) => rows.length === 5)
  const made = await waitFor(async () => {
    const file = await client.live.export({ sessionId, format: 'har', query: 'a' })
    return file.state === 'made' ? file : null
  }, 'the archive')
  const { path } = await client.bodies.mintTicket({ handle: made.handle, purpose: 'download' })
  const download = await fetch(`${server.server.origin}${path}`)
  expect(download.headers.get('content-disposition')).toBe('attachment; filename="messages.har"')
  const bytes = new Uint8Array(await download.arrayBuffer())
  const { log } = JSON.parse(new TextDecoder().decode(bytes))
  expect(log.entries).toMatchObject([
    {
      startedDateTime: expect.stringMatching(/^20/),
      request: {
        method: 'GET',
        url: addressOf('/echo?room=1'),
        queryString: [{ name: 'room', value: '1' }],
        headers: expect.arrayContaining([{ name: 'Upgrade', value: 'websocket' }]),
      },
      response: { status: 101, statusText: 'Switching Protocols' },
      _webSocketMessages: [
        { type: 'send', opcode: 1, data: '{"a": 1}', time: expect.any(Number) },
        { type: 'receive', opcode: 1, data: '{"a": 1}' },
      ],
    },
  ])
  const imported = importDocument(bytes)
  const items = imported.ok ? imported.value.collections.flatMap(one => one.items) : []
  expect(JSON.stringify(items)).toContain(JSON.stringify(addressOf('/echo?room=1')))
  expect(JSON.stringify(items)).toContain(JSON.stringify('{"a": 1}'))
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
    `received connection Connected to ${url}`,
    'received text one',
    'sent close 1000 Normal Closure',
    'sent text close',
    'sent text one',
  ])
  await watched.close()
  await first.server.close()
  const second = await startTestServer({ appDataFolder: first.appDataFolder })
  expect(await second.client.history.read({ id: sessionId })).toMatchObject({
    messages: { received: 1, sent: 2 },
  })
  const kept = await rowsIn(second)
  expect(kept.rows).toEqual(before.rows)
  expect(kept.counts).toEqual(before.counts)
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
  expect(lines(await fixture.rowsWhen(sessionId, hasEnded)).at(-1)).toMatch(
    /^received failure .* \(WEBSOCKET_BROKEN\)$/,
  )
  await server.close()
  const refused = await fixture.send(addressOf('/books'), { webSocket: {} })
  expect(await fixture.outcomeOf(refused)).toMatchObject({
    state: 'answered',
    exchange: { response: { statusCode: 404 } },
  })
})
