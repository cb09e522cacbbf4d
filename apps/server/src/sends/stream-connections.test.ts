import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  defaultStreamSettings,
  type HttpRequest,
  newHttpRequest,
  row,
  type StreamSettings,
} from '@parley/model'
import { waitFor } from '@parley/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { LiveRows } from '../contract/index.ts'
import { startTestServer, type TestServer } from '../start-test-server.testkit.ts'
import { type WatchedWindow, watchWindow } from '../watch-window.testkit.ts'

let running: TestServer
let window: WatchedWindow
const closing: (() => void)[] = []

beforeAll(async () => {
  running = await startTestServer()
  window = await watchWindow(running.client)
})

afterAll(async () => {
  await window.close()
  await running.close()
})

afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** Serves connection after connection; the last listener answers all that follow. */
async function serve(...listeners: readonly RequestListener[]) {
  const heads: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    const listener = listeners[Math.min(heads.length, listeners.length - 1)]
    heads.push(request.headers)
    listener?.(request, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${address.port}/stream`, heads }
}

const streamOf =
  (text: string): RequestListener =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(text)
  }
const brokenStreamOf =
  (text: string): RequestListener =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(text, () => response.destroy())
  }
const noContent: RequestListener = (_, response) => response.writeHead(204).end()
const openStream: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write('data: open\n\n')
}

async function connect(
  url: string,
  {
    stream = {},
    ...change
  }: Partial<Omit<HttpRequest, 'stream'>> & { stream?: Partial<StreamSettings> } = {},
): Promise<string> {
  const sendId = randomUUID()
  const request = newHttpRequest({ url, ...change, stream: { ...defaultStreamSettings, ...stream } })
  const start = { windowId: window.windowId, sendId, requestId: 'r1', parentId: null, request }
  await running.client.sends.start(start)
  return sendId
}

function rowsWhen(
  sessionId: string,
  holds: (rows: LiveRows) => boolean,
  asked: { readonly query?: string } = {},
): Promise<LiveRows> {
  return waitFor(
    async () => {
      const rows = await running.client.live.rows({ sessionId, from: 0, count: 1000, ...asked })
      return holds(rows) ? rows : null
    },
    'the events',
    { timeoutMs: 30_000 },
  )
}

const hasEnded = ({ state, isWhole }: LiveRows) => state.state === 'ended' && isWhole
const lines = ({ rows }: LiveRows) => rows.map(({ type, preview }) => `${type}: ${preview}`)

function progressOf(sendId: string) {
  const event = window.events.filter(one => one.type === 'send' && one.sendId === sendId).at(-1)
  return event?.type === 'send' ? event.progress : null
}

async function outcomeOf(sendId: string) {
  return waitFor(() => {
    const progress = progressOf(sendId)
    return progress === null || progress.state === 'awaiting' ? null : progress
  }, 'the end of the send')
}

test('a stream that ends or breaks is connected again after its last event, until 204', async () => {
  const server = await serve(
    streamOf('retry: 10\nid: 1\ndata: a\n\nid: 2\nevent: add\ndata: b\n\n'),
    brokenStreamOf('data: c\n\ndata: cut o'),
    streamOf('id: {{x}}\ndata: d\n\n'),
    noContent,
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
  const { entries } = await running.client.history.list({})
  expect(entries.filter(({ id }) => id === sendId)).toHaveLength(1)
  const { request } = await running.client.history.read({ id: sendId })
  expect(request).toMatchObject({ stream: defaultStreamSettings, settings: { timeoutMs: 'inherit' } })
})

test('the raw export of a stream has the events of all connections, and nothing else', async () => {
  const server = await serve(streamOf('retry: 1\ndata: a\n\n'), streamOf('data: b\n\n'), noContent)
  const sessionId = await connect(server.url)
  await rowsWhen(sessionId, hasEnded)
  const exported = await waitFor(async () => {
    const file = await running.client.live.export({ sessionId, format: 'text' })
    return file.state === 'making' ? null : file
  }, 'the export')
  expect(exported).toMatchObject({ state: 'made', sizeBytes: 'data: a\n\ndata: b\n\n'.length })
})

describe('a stream ends', () => {
  test('when the user stops it between two connections', async () => {
    const server = await serve(streamOf('retry: 60000\ndata: a\n\n'))
    const sendId = await connect(server.url)
    await rowsWhen(sendId, ({ rows, isWhole }) => rows.length === 1 && isWhole)
    expect(await running.client.sends.cancel({ sendId })).toEqual({ wasRunning: true })
    const rows = await rowsWhen(sendId, hasEnded)
    expect(rows.state).toEqual({ state: 'ended', by: 'stopped' })
    expect(lines(rows)).toEqual(['message: a'])
    expect(server.heads).toHaveLength(1)
  })

  test('when another answer is no event stream, which is shown', async () => {
    const server = await serve(streamOf('retry: 1\ndata: a\n\n'), (_, response) => {
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
    const server = await serve(streamOf('data: a\n\n'))
    const sendId = await connect(server.url, { stream: { reconnect: false } })
    await outcomeOf(sendId)
    expect(server.heads).toHaveLength(1)
  })

  test('if the first connection fails', async () => {
    const server = await serve(noContent)
    for (const close of closing.splice(0)) close()
    const sendId = await connect(server.url)
    expect(await outcomeOf(sendId)).toMatchObject({ state: 'failed', failure: { code: 'ECONNREFUSED' } })
  })

  test('after the idle limit, with its own code', async () => {
    const server = await serve(openStream)
    const sendId = await connect(server.url, { stream: { idleMs: 50, reconnect: false } })
    const rows = await rowsWhen(sendId, hasEnded)
    expect(rows.state).toEqual({ state: 'ended', by: 'broken', code: 'STREAM_IDLE' })
    expect(lines(rows)).toEqual(['message: open'])
  })
})

test('a connection that fails later is tried again', async () => {
  const server = await serve(
    streamOf('retry: 1\ndata: a\n\n'),
    request => request.socket.destroy(),
    request => request.socket.destroy(),
    streamOf('data: b\n\n'),
    noContent,
  )
  const sendId = await connect(server.url)
  const rows = await rowsWhen(sendId, hasEnded)
  expect(lines(rows)).toEqual(['message: a', 'connection: Connection 2', 'message: b'])
})

describe('the headers of a stream', () => {
  test('ask for events, without a cache, after the event that the settings name', async () => {
    const server = await serve(noContent)
    await outcomeOf(await connect(server.url, { stream: { lastEventId: '7' } }))
    expect(server.heads[0]).toMatchObject({
      accept: 'text/event-stream',
      'cache-control': 'no-cache',
      'last-event-id': '7',
    })
  })

  test('are those of the rows, except for the position of a stream that is continued', async () => {
    const server = await serve(streamOf('retry: 1\nid: 9\ndata: a\n\n'), noContent)
    const headers = [row('accept', 'text/*'), row('Cache-Control', 'max-age=1'), row('Last-Event-ID', '3')]
    await outcomeOf(await connect(server.url, { headers, stream: { lastEventId: '7' } }))
    expect(server.heads[0]).toMatchObject({ accept: 'text/*', 'cache-control': 'max-age=1' })
    expect(server.heads.map(head => head['last-event-id'])).toEqual(['3', '9'])
  })
})

test('no script runs after a stream, and those before it run for every connection', async () => {
  const server = await serve(streamOf('retry: 1\ndata: a\n\n'), (_, response) => response.end('done'))
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
