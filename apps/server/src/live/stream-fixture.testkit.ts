import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import {
  type DraftFields,
  defaultStreamSettings,
  defaultWebSocketPart,
  type GrpcPart,
  newHttpRequest,
  type StreamSettings,
  type WebSocketPart,
  withKindPart,
} from '@parley/model'
import { waitFor } from '@parley/testkit'
import { afterAll, beforeAll } from 'vitest'
import type { LiveRows } from '../contract/index.ts'
import { startTestServer, type TestServer } from '../start-test-server.testkit.ts'
import { type WatchedWindow, watchWindow } from '../watch-window.testkit.ts'

type Asked = Partial<Omit<Parameters<TestServer['client']['live']['rows']>[0], 'sessionId'>>

/** A change of a request; with `stream` it is one of the kind Server-Sent Events. */
export type StreamChange = Partial<Omit<DraftFields, 'kind'>> & {
  readonly stream?: Partial<StreamSettings>
  readonly grpc?: GrpcPart
  /** Of a request of the kind WebSocket. */
  readonly webSocket?: Partial<WebSocketPart>
}

/** Starts a server with one window for the tests of a file, and sends event streams with it. */
export function useStreamFixture() {
  let running: TestServer
  let window: WatchedWindow
  beforeAll(async () => {
    running = await startTestServer()
    window = await watchWindow(running.client)
  })
  afterAll(async () => {
    await window.close()
    await running.close()
  })
  const fixture = {
    get client() {
      return running.client
    },
    get server() {
      return running
    },
    get window() {
      return window
    },
    /** Sends a request, and resolves to the ID of its session. */
    async send(
      url: string,
      { stream, webSocket, grpc, ...change }: StreamChange = {},
      { client }: TestServer = running,
      { windowId }: WatchedWindow = window,
    ): Promise<string> {
      const sendId = randomUUID()
      const plain = { ...newHttpRequest({ method: 'GET', url }), ...change }
      const part =
        webSocket !== undefined
          ? { webSocket: { ...defaultWebSocketPart, ...webSocket } }
          : grpc !== undefined
            ? { grpc }
            : stream && { stream: { ...defaultStreamSettings, ...stream } }
      const request = withKindPart(plain, part)
      await client.sends.start({ windowId, sendId, requestId: 'r1', parentId: null, request })
      return sendId
    },
    /** Waits until the rows of a session hold; until they exist there is no session. */
    rowsWhen(sessionId: string, holds: (rows: LiveRows) => boolean, asked: Asked = {}): Promise<LiveRows> {
      return waitFor(
        async () => {
          const rows = await running.client.live.rows({ sessionId, from: 0, count: 1000, ...asked })
          return holds(rows) ? rows : null
        },
        'the events',
        { timeoutMs: 60_000 },
      )
    },
    /** Waits for the entry of a send in the history. */
    entryOf(sendId: string) {
      return waitFor(async () => {
        const { entries } = await running.client.history.list({})
        return entries.some(({ id }) => id === sendId) ? running.client.history.read({ id: sendId }) : null
      }, 'the entry')
    },
    /** Waits for the end of a send. */
    outcomeOf(sendId: string) {
      return waitFor(() => {
        const progress = fixture.progressOf(sendId)
        return progress === null || progress.state === 'awaiting' ? null : progress
      }, 'the end of the send')
    },
    /** Returns what the window knows of a send. */
    progressOf(sendId: string) {
      const event = window.events.filter(one => one.type === 'send' && one.sendId === sendId).at(-1)
      return event?.type === 'send' ? event.progress : null
    },
  }
  return fixture
}

export const hasEnded = ({ state, isWhole }: LiveRows) => state.state === 'ended' && isWhole
export const previews = ({ rows }: LiveRows) => rows.map(({ preview }) => preview)

/** Starts a server that answers by the listener. */
export async function serve(listener: RequestListener): Promise<{ readonly url: string; close(): void }> {
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { url: urlOf(server.address()), close: () => void server.close() }
}

/** Yields a piece several times, then the last one. */
export function* repeated(piece: string, count: number, last = ''): Generator<string> {
  for (let sent = 0; sent < count; sent += 1) yield piece
  yield last
}

/** Returns the URL of a server that listens. */
export function urlOf(address: ReturnType<Server['address']>): string {
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}
