import { createServer as createHttp2Server } from 'node:http2'
import { setTimeout as pause } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import { newHttpRequest } from '@parley/model'
import {
  endConnection,
  type RawScript,
  receiveHead,
  resetConnection,
  startRawServer,
  waitFor,
} from '@parley/testkit'
import { describe, expect, test } from 'vitest'
import type { LiveRows } from '../contract/index.ts'
import { startTestServer } from '../start-test-server.testkit.ts'
import { saveVariables } from '../variables/secret-owners.testkit.ts'
import { type WatchedWindow, watchWindow } from '../watch-window.testkit.ts'
import { testFullSpeed } from './full-speed.testkit.ts'
import { testLongLine } from './long-line.testkit.ts'
import { hasEnded, previews, serve, urlOf, useStreamFixture } from './stream-fixture.testkit.ts'

const fixture = useStreamFixture()
const { send, rowsWhen } = fixture
const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n'

async function received(script: RawScript): Promise<LiveRows & { readonly sessionId: string }> {
  const server = await startRawServer(script)
  const sessionId = await send(server.url)
  const rows = await rowsWhen(sessionId, hasEnded)
  await server.close()
  return { ...rows, sessionId }
}

test('a stream is listed event by event, and windows learn how many there are (EV1)', async () => {
  const before = Date.now()
  const sessionId = await send(`${fixture.server.demo.baseUrl}/events?count=5&intervalMs=0`)
  const all = await rowsWhen(sessionId, hasEnded)
  expect(all).toMatchObject({
    state: { state: 'ended', by: 'peer' },
    counts: { received: 5, sent: 0, notes: 0, dropped: 0 },
    types: [{ type: 'stock', count: 5 }],
    otherTypesCount: 0,
    firstRow: 0,
    endRow: 5,
    problem: null,
  })
  expect(all.rows.map(({ number, id, type }) => [number, id, type])).toEqual(
    [1, 2, 3, 4, 5].map(id => [id - 1, String(id), 'stock']),
  )
  expect(all.rows[0]).toMatchObject({
    preview: '{"bookId":1204,"inStock":99}',
    direction: 'received',
    isCut: false,
    isComplete: true,
  })
  for (const { time } of all.rows) expect(time).toBeGreaterThanOrEqual(before)
  const last = await waitFor(() => {
    const event = fixture.window.events
      .filter(one => one.type === 'live' && one.sessionId === sessionId)
      .at(-1)
    return event?.type === 'live' && event.state.state === 'ended' ? event : null
  }, 'the event of the end')
  expect(last).toMatchObject({ counts: all.counts, revision: all.revision, state: all.state })
  expect(JSON.stringify(fixture.window.events.filter(({ type }) => type === 'live'))).not.toContain('inStock')
})

test('a stream without an end grows in the list until it is stopped, and stays', async () => {
  const sessionId = await send(`${fixture.server.demo.baseUrl}/events?count=0&intervalMs=5`)
  const some = await rowsWhen(sessionId, ({ rows }) => rows.length >= 3)
  expect(some.state).toEqual({ state: 'open' })
  const found = await rowsWhen(sessionId, ({ endRow }) => endRow >= 1, { query: '"instock":90' })
  expect(found.rows[0]).toMatchObject({ number: 9, id: '10' })
  expect(await fixture.client.live.cancel({ sessionId })).toEqual({ wasRunning: true })
  const stopped = await rowsWhen(sessionId, hasEnded)
  expect(stopped.state).toEqual({ state: 'ended', by: 'stopped' })
  expect(stopped.rows.length).toBeGreaterThanOrEqual(10)
  expect(await fixture.client.live.cancel({ sessionId })).toEqual({ wasRunning: false })
})

testLongLine(fixture, 8)

describe('hostile streams', () => {
  test.each([
    ['within a field', 'data: a\n\nda', ['a', 'da']],
    ['within data', 'id: 7\ndata: a\n\nid: 8\ndata: {"b', ['a', '{"b']],
    [
      'within a character',
      Buffer.concat([Buffer.from('data: a\n\ndata: '), Buffer.of(0xe2, 0x82)]),
      ['a', '\ufffd'],
    ],
    ['before the empty line', 'data: a\r\n', ['a']],
    ['within a comment', 'data: a\n\n: comment', ['a']],
    ['before anything', '', []],
  ])('a stream that ends %s (EV1)', async (_, content, expected) => {
    const rows = await received([receiveHead, head, content, endConnection])
    expect(previews(rows)).toEqual(expected)
    expect(rows.state).toEqual({ state: 'ended', by: 'peer' })
    const isWhole = expected.length < 2 && content.toString().endsWith('\n\n: comment')
    if (expected.length > 0 && !isWhole) expect(rows.rows.at(-1)?.isComplete).toBe(false)
  })

  test('a stream that breaks keeps what was received, and names the fault (EV1)', async () => {
    const wait = () => pause(50)
    const chunked = head.replace('\r\n\r\n', '\r\nTransfer-Encoding: chunked\r\n\r\n')
    const rows = await received([receiveHead, chunked, '10\r\ndata: a\n\ndata: b\r\n', wait, resetConnection])
    expect(previews(rows)).toEqual(['a', 'b'])
    expect(rows.state).toMatchObject({ state: 'ended', by: 'broken', code: 'INCOMPLETE_RESPONSE' })
  })

  test('a stream after interim responses (EV1)', async () => {
    const interim = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n'
    const rows = await received([receiveHead, interim, head, 'data: a\n\n', endConnection])
    expect(previews(rows)).toEqual(['a'])
  })

  test('a stream in pieces of one byte (EV1)', async () => {
    const text = '\ufeff: hello\r\nid: 1\r\nevent: ädd\r\ndata: 漢字\r\ndata\r\ndata: 😀\r\n\r\ndata: b\n\n'
    const bytes = [...Buffer.from(text)].map(byte => Buffer.of(byte))
    const rows = await received([receiveHead, head, ...bytes, endConnection])
    expect(rows.rows.map(({ id, type, preview }) => [id, type, preview])).toEqual([
      ['1', 'ädd', '漢字\n\n😀'],
      [null, 'message', 'b'],
    ])
  })

  testFullSpeed(fixture, 100)

  test('large events are read whole, whatever their lines are', async () => {
    const line = 'y'.repeat(999)
    const lines = Array.from({ length: 2000 }, (_, at) =>
      at % 3 === 0 ? `data: ${line}` : at % 3 === 1 ? 'data' : 'dat: x',
    )
    const { sessionId } = await received([receiveHead, head, `${lines.join('\r\n')}\r\n\r\n`, endConnection])
    const expected = lines
      .filter(one => one !== 'dat: x')
      .map(one => one.slice('data: '.length))
      .join('\n')
    const opened = await waitFor(async () => {
      const message = await fixture.client.live.message({ sessionId, number: 0 })
      return message.state === 'made' ? message : null
    }, 'the message')
    expect(opened.sizeBytes).toBe(Buffer.byteLength(expected))
    const { handle } = opened
    const all = await fixture.client.bodies.readText({ handle, view: 'raw', offset: 0, maxBytes: 1_048_576 })
    expect(all.text).toBe(expected.slice(0, 1_048_576))
  })
})

test('a compressed stream is listed as each event is flushed (EV1)', async () => {
  const gzip = createGzip()
  const server = await serve((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Content-Encoding': 'gzip' })
    gzip.pipe(response)
    gzip.write('data: 1\n\n')
    gzip.flush()
  })
  const sessionId = await send(server.url)
  const first = await rowsWhen(sessionId, ({ rows }) => rows.length === 1)
  expect(first.state).toEqual({ state: 'open' })
  gzip.end('data: 2\n\n')
  expect(previews(await rowsWhen(sessionId, hasEnded))).toEqual(['1', '2'])
  server.close()
})

test('a stream over HTTP/2 (EV1)', async () => {
  const server = createHttp2Server((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    response.write('data: 1\n\n')
    response.end('event: last\ndata: 2\n\n')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const request = newHttpRequest({ method: 'GET', url: '' })
  const settings = { ...request.settings, httpVersion: '2' as const }
  const sessionId = await send(urlOf(server.address()), { settings })
  const { rows } = await rowsWhen(sessionId, hasEnded)
  expect(rows.map(({ type, preview }) => [type, preview])).toEqual([
    ['message', '1'],
    ['last', '2'],
  ])
  server.close()
})

test('an opened event is shown as a JSON body', async () => {
  const { sessionId } = await received([receiveHead, head, 'data: {"a":\ndata: [1]}\n\n', endConnection])
  const message = await fixture.client.live.message({ sessionId, number: 0 })
  if (message.state !== 'made') throw new Error(message.state)
  expect(message).toMatchObject({ sizeBytes: 10, row: { number: 0, preview: '{"a":\n[1]}' } })
  const pretty = { handle: message.handle, view: 'pretty', offset: 0, maxBytes: 1000 } as const
  const body = await waitFor(async () => {
    const read = await fixture.client.bodies.readText(pretty)
    return read.isFormatting ? null : read
  }, 'the format')
  expect(body).toMatchObject({ format: 'json', text: '{\n  "a": [\n    1\n  ]\n}' })
  await expect(fixture.client.live.message({ sessionId, number: 1 })).rejects.toThrow(
    'This message no longer exists',
  )
})

test('only event streams are sessions', async () => {
  const sessionId = await send(`${fixture.server.demo.baseUrl}/books`)
  await fixture.window.waitForState(sessionId, 'answered')
  await expect(fixture.client.live.rows({ sessionId, from: 0, count: 1 })).rejects.toThrow('no longer exists')
})

test.each(['ndjson', 'text'] as const)(
  'secrets that a server repeats are named in an export as %s',
  async format => {
    const token = 'very-secret-token-1'
    const auth = { type: 'bearer', token } as const
    const content = `id: 1\ndata: ${token} and\ndata: more\n\nevent: other\ndata: x\n\n`
    const server = await startRawServer([receiveHead, head, content, endConnection])
    const sessionId = await send(server.url, { auth })
    await rowsWhen(sessionId, hasEnded)
    const asked = { sessionId, format, filter: { types: ['message'] } }
    const made = await waitFor(async () => {
      const state = await fixture.client.live.export(asked)
      return state.state === 'made' ? state : null
    }, 'the export')
    const { path } = await fixture.client.bodies.mintTicket({ handle: made.handle, purpose: 'download' })
    const download = await fetch(`${fixture.server.server.origin}${path}`)
    expect(download.headers.get('content-disposition')).toBe(
      `attachment; filename="events.${format === 'ndjson' ? 'ndjson' : 'txt'}"`,
    )
    const text = await download.text()
    expect(text).not.toContain(token)
    if (format === 'text') expect(text).toMatch(/^id: 1\ndata: \{\{\w+\}\} and\ndata: more\n\n$/)
    else expect(JSON.parse(text)).toMatchObject({ id: '1', event: 'message', time: expect.any(String) })
    await server.close()
  },
)

test('a stream in the history is listed as it was, also after its tab is closed', async () => {
  const { sessionId, rows } = await received([receiveHead, head, 'id: 1\ndata: a\n\ndata: b', endConnection])
  const entry = await fixture.entryOf(sessionId)
  expect(entry).toMatchObject({ state: 'answered', messages: { received: 2, sent: 0 } })
  expect(entry.kind).toBeUndefined()
  await fixture.client.sends.release({ sendId: sessionId })
  const kept = await rowsWhen(sessionId, hasEnded)
  expect(kept.rows).toEqual(rows)
  expect(kept.rows[0]?.time).toBeGreaterThan(0)
  expect(kept.state).toEqual({ state: 'ended', by: 'peer' })
})

test.each(['changed', 'removed'])(
  'a stream of the history hides a secret that was %s since, in its list, its events and its export',
  async what => {
    const value = 'walnut-harbor'
    const place = { kind: 'global' } as const
    const pin = { secret: true, name: 'pin', enabled: true, allowedToScripts: false } as const
    const save = (variables: Parameters<typeof saveVariables>[2]) =>
      saveVariables(fixture.client, place, variables)
    await save([{ variable: pin, secretValue: value }])
    const server = await startRawServer([receiveHead, head, `data: a ${value} b\n\n`, endConnection])
    const sessionId = await fixture.send(`${server.url}/{{pin}}`)
    await rowsWhen(sessionId, hasEnded)
    await fixture.entryOf(sessionId)
    await save(what === 'changed' ? [{ variable: pin, secretValue: 'another' }] : [])
    await fixture.client.sends.release({ sendId: sessionId })
    const kept = await rowsWhen(sessionId, hasEnded)
    const [event] = kept.rows
    expect(event?.preview).toMatch(/^a .+ b$/)
    const number = event?.number ?? -1
    const opened = await fixture.client.live.message({ sessionId, number })
    const exported = await waitFor(async () => {
      const state = await fixture.client.live.export({ sessionId, format: 'text' })
      return state.state === 'made' ? state : null
    }, 'the export')
    const { path } = await fixture.client.bodies.mintTicket({ handle: exported.handle, purpose: 'download' })
    const text = await (await fetch(fixture.server.server.origin + path)).text()
    expect(text).toMatch(/^data: a .+ b\n\n$/)
    expect(JSON.stringify([kept, opened]) + text).not.toContain(value)
    await save([])
    await server.close()
  },
)

test('the history keeps the newest 10 MB of a longer stream', async () => {
  const text = 'x'.repeat(999_000)
  const events = Array.from({ length: 12 }, (_, at) => `event: e${at}\ndata: ${text}\n\n`)
  const { sessionId } = await received([receiveHead, head, ...events, 'data: end\n\n', endConnection])
  expect(await fixture.entryOf(sessionId)).toMatchObject({ messages: { received: 13, sent: 0 } })
  await fixture.client.sends.release({ sendId: sessionId })
  const kept = await rowsWhen(sessionId, hasEnded)
  expect(kept.counts).toEqual({ received: 13, sent: 0, notes: 0, dropped: 2 })
  expect(kept.rows.map(({ number, type }) => `${number} ${type}`)).toEqual([
    ...Array.from({ length: 10 }, (_, at) => `${at + 2} e${at + 2}`),
    '12 message',
  ])
  const message = await waitFor(async () => {
    const opened = await fixture.client.live.message({ sessionId, number: 5 })
    return opened.state === 'made' ? opened : null
  }, 'the message')
  expect(message.sizeBytes).toBe(999_000)
  expect((await rowsWhen(sessionId, ({ isWhole }) => isWhole, { query: 'END' })).rows).toHaveLength(1)
})

test('a reloaded window takes a stream over, and a window that is gone ends it', async () => {
  const short = await startTestServer({ windowGraceMs: 50 })
  const first = await watchWindow(short.client)
  const second = await watchWindow(short.client)
  const sessionId = await send(`${short.demo.baseUrl}/events?count=0&intervalMs=5`, {}, short, first)
  const events = (watched: WatchedWindow) =>
    watched.events.filter(event => event.type === 'live' && event.sessionId === sessionId)
  await waitFor(() => events(first).length > 0, 'an event in the first window')
  await short.client.sends.resume({ windowId: second.windowId, sendId: sessionId })
  await first.close()
  await waitFor(() => events(second).length > 1, 'events in the second window')
  await waitFor(() => short.demo.activeCallCount() === 1, 'the stream to continue')
  await second.close()
  await waitFor(() => short.demo.activeCallCount() === 0, 'the stream to end')
  await short.close()
})
