import type { RequestListener } from 'node:http'
import { defaultStreamSettings, row } from '@parley/model'
import {
  brokenStream,
  endedStream,
  noMoreStream,
  openStream,
  type StreamServer,
  startStreamServer,
  waitFor,
} from '@parley/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import type { LiveRows } from '../contract/index.ts'
import { hasEnded, type StreamChange, useStreamFixture } from '../live/stream-fixture.testkit.ts'

const fixture = useStreamFixture()
const { rowsWhen, outcomeOf } = fixture
const servers: StreamServer[] = []

afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function serve(...listeners: readonly RequestListener[]): Promise<StreamServer> {
  const server = await startStreamServer(...listeners)
  servers.push(server)
  return server
}

const connect = (url: string, change: StreamChange = {}) => fixture.send(url, { stream: {}, ...change })
const lines = ({ rows }: LiveRows) => rows.map(({ type, preview }) => `${type}: ${preview}`)

test('a stream that ends or breaks is connected again after its last event, until 204', async () => {
  const server = await serve(
    endedStream('retry: 10\nid: 1\ndata: a\n\nid: 2\nevent: add\ndata: b\n\n'),
    brokenStream('data: c\n\ndata: cut o'),
    endedStream('id: {{x}}\ndata: d\n\n'),
    noMoreStream,
  )
  const sendId = await connect(server.url)
  const rows = await rowsWhen(sendId, hasEnded)
  expect(lines(rows)).toEqual([
    'message: a',
    'add: b',
    'connection: Connection 2',
    'message: c',
    'message: cut o',
    'connection: Connection 3',
    'message: d',
  ])
  expect(rows).toMatchObject({
    counts: { received: 5, sent: 2 },
    state: { state: 'ended', by: 'peer' },
  })
  expect(server.heads.map(head => head['last-event-id'])).toEqual([undefined, '2', '2', '{{x}}'])
  expect(await outcomeOf(sendId)).toMatchObject({
    state: 'answered',
    exchange: { response: { statusCode: 204 } },
    tests: { results: [] },
  })
  const found = await rowsWhen(sendId, ({ isWhole }) => isWhole, { query: 'D' })
  expect(lines(found)).toEqual(['add: b', 'message: d'])
  const entry = await fixture.entryOf(sendId)
  expect(entry).toMatchObject({
    kind: 'serverSentEvents',
    state: 'answered',
    messages: { received: 5, sent: 2 },
    request: { stream: defaultStreamSettings, settings: { timeoutMs: 'inherit' } },
  })
  const { entries } = await fixture.client.history.list({})
  expect(entries.filter(({ id }) => id === sendId)).toHaveLength(1)
  await fixture.client.sends.release({ sendId })
  const kept = await rowsWhen(sendId, hasEnded)
  expect(kept).toMatchObject({ rows: rows.rows, counts: rows.counts, state: rows.state, types: rows.types })
  expect(lines(await rowsWhen(sendId, ({ isWhole }) => isWhole, { query: 'D' }))).toEqual(lines(found))
})

test('the raw export of a stream has the events of all connections, and nothing else', async () => {
  const server = await serve(endedStream('retry: 1\ndata: a\n\n'), endedStream('data: b\n\n'), noMoreStream)
  const sessionId = await connect(server.url)
  await rowsWhen(sessionId, hasEnded)
  const exported = await waitFor(async () => {
    const file = await fixture.client.live.export({ sessionId, format: 'text' })
    return file.state === 'making' ? null : file
  }, 'the export')
  expect(exported).toMatchObject({ state: 'made', sizeBytes: 'data: a\n\ndata: b\n\n'.length })
})

test.each<[string, StreamChange, string, number]>([
  ['a GET', {}, '', 2],
  ['a GET after [DONE]', {}, 'data: [DONE]\n\n', 1],
  ['a POST', { method: 'POST' }, '', 1],
  ['a POST whose settings say so', { method: 'POST', stream: { reconnectOtherMethods: true } }, '', 2],
  [
    'such a POST after [DONE]',
    { method: 'POST', stream: { reconnectOtherMethods: true } },
    'data: [DONE]',
    1,
  ],
])('%s is sent as often as its settings and the method allow', async (_, change, end, sends) => {
  const server = await serve(endedStream(`retry: 1\ndata: a\n\n${end}`), noMoreStream)
  expect(await outcomeOf(await connect(server.url, change))).toMatchObject({ state: 'answered' })
  expect(server.heads).toHaveLength(sends)
})

test('a subscription and a plain request whose streams end are sent once', async () => {
  const body = { type: 'graphql', query: 'subscription { tick }', variables: '' } as const
  for (const change of [{ method: 'POST', body }, { method: 'POST' }, { method: 'GET' }]) {
    const server = await serve(endedStream('retry: 1\nevent: next\ndata: {}\n\n'), noMoreStream)
    expect(await outcomeOf(await fixture.send(server.url, change))).toMatchObject({ state: 'answered' })
    expect(server.heads).toHaveLength(1)
  }
})

describe('a stream ends', () => {
  test('when the user stops it between two connections', async () => {
    const server = await serve(endedStream('retry: 60000\ndata: a\n\n'))
    const sendId = await connect(server.url)
    const waiting = await rowsWhen(
      sendId,
      ({ rows, state }) => rows.length === 1 && state.state === 'open' && state.reconnectsAt !== undefined,
    )
    expect(waiting.state).toEqual({ state: 'open', reconnectsAt: expect.any(Number) })
    expect(fixture.progressOf(sendId)).toMatchObject({ state: 'awaiting', reconnectsAt: expect.any(Number) })
    expect(await fixture.client.sends.cancel({ sendId })).toEqual({ wasRunning: true })
    const rows = await rowsWhen(sendId, hasEnded)
    expect(rows.state).toEqual({ state: 'ended', by: 'stopped' })
    expect(lines(rows)).toEqual(['message: a'])
    expect(server.heads).toHaveLength(1)
    const entry = await fixture.entryOf(sendId)
    expect(entry).toMatchObject({ state: 'cancelled', failureCode: 'CANCELLED', messages: { received: 1 } })
    await fixture.client.sends.release({ sendId })
    expect((await rowsWhen(sendId, hasEnded)).state).toEqual({ state: 'ended', by: 'stopped' })
  })

  test('when another answer is no event stream, which is shown', async () => {
    const server = await serve(endedStream('retry: 1\ndata: a\n\n'), (_, response) => {
      response.writeHead(503, { 'content-type': 'text/plain' }).end('busy')
    })
    const sendId = await connect(server.url)
    expect(await outcomeOf(sendId)).toMatchObject({
      state: 'answered',
      exchange: { response: { statusCode: 503, content: { mediaType: 'text/plain' } } },
    })
    expect(lines(await rowsWhen(sendId, hasEnded))).toEqual(['message: a'])
  })

  test('at once if it does not reconnect', async () => {
    const server = await serve(endedStream('data: a\n\n'))
    const sendId = await connect(server.url, { stream: { reconnect: false } })
    await outcomeOf(sendId)
    expect(server.heads).toHaveLength(1)
  })

  test('if the first connection fails', async () => {
    const server = await serve(noMoreStream)
    server.close()
    const sendId = await connect(server.url)
    expect(await outcomeOf(sendId)).toMatchObject({ state: 'failed', failure: { code: 'ECONNREFUSED' } })
    const entry = await fixture.entryOf(sendId)
    expect(entry).toMatchObject({ kind: 'serverSentEvents', state: 'failed', failureCode: 'ECONNREFUSED' })
    expect(entry.messages).toBeUndefined()
  })

  test('after the idle limit, with its own code', async () => {
    // A busy machine takes a while until the event is there.
    const idleMs = 1000
    const server = await serve(openStream('data: open\n\n'))
    const sendId = await connect(server.url, { stream: { idleMs, reconnect: false } })
    const rows = await rowsWhen(sendId, hasEnded)
    expect(rows.state).toEqual({ state: 'ended', by: 'broken', code: 'STREAM_IDLE' })
    expect(lines(rows)).toEqual(['message: open'])
    expect(await fixture.entryOf(sendId)).toMatchObject({
      state: 'failed',
      failureCode: 'STREAM_IDLE',
      messages: { received: 1, sent: 0 },
    })
  })
})

test('a connection that fails later is tried again', async () => {
  const server = await serve(
    endedStream('retry: 1\ndata: a\n\n'),
    request => request.socket.destroy(),
    request => request.socket.destroy(),
    endedStream('data: b\n\n'),
    noMoreStream,
  )
  const sendId = await connect(server.url)
  const rows = await rowsWhen(sendId, hasEnded)
  expect(lines(rows)).toEqual(['message: a', 'connection: Connection 2', 'message: b'])
})

describe('the headers of a stream', () => {
  test('ask for events, without a cache, after the event that the settings name', async () => {
    const server = await serve(noMoreStream)
    await outcomeOf(await connect(server.url, { stream: { lastEventId: '7' } }))
    expect(server.heads[0]).toMatchObject({
      accept: 'text/event-stream',
      'cache-control': 'no-cache',
      'last-event-id': '7',
    })
  })

  test('are those of the rows, except for the position of a stream that is continued', async () => {
    const server = await serve(endedStream('retry: 1\nid: 9\ndata: a\n\n'), noMoreStream)
    const headers = [row('accept', 'text/*'), row('Cache-Control', 'max-age=1'), row('Last-Event-ID', '3')]
    await outcomeOf(await connect(server.url, { headers, stream: { lastEventId: '7' } }))
    expect(server.heads[0]).toMatchObject({ accept: 'text/*', 'cache-control': 'max-age=1' })
    expect(server.heads.map(head => head['last-event-id'])).toEqual(['3', '9'])
  })
})

test('no script runs after a stream, and those before it run for every connection', async () => {
  const server = await serve(endedStream('retry: 1\ndata: a\n\n'), (_, response) => response.end('done'))
  const scripts = {
    preRequest: 'req.setHeader("X-Script", "yes")',
    postResponse: 'test("never", () => {})',
    tests: '',
    hooks: '',
  }
  const outcome = await outcomeOf(await connect(server.url, { scripts }))
  expect(server.heads.map(head => head['x-script'])).toEqual(['yes', 'yes'])
  expect(outcome).toMatchObject({ state: 'answered', tests: { results: [] } })
})
