import { setImmediate as turn } from 'node:timers/promises'
import { defaultSendSettings, type ProgressListener, type SendOutcome, sendWebSocket } from '@parley/engine'
import { defaultWebSocketPart, newHttpRequest, type WebSocketPart } from '@parley/model'
import { startWebSocketServer, type TestWebSocketServer, type WebSocketServerOptions } from '@parley/testkit'
import { afterEach, expect, test } from 'vitest'
import { startEngine } from '../send-through-engine.testkit.ts'
import { webSocketFraming } from './web-socket-framing.ts'

const closing: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of closing.splice(0)) await one.close()
})

type Awaiting = Parameters<ProgressListener>[0]
type Socket = TestWebSocketServer['sockets'][number]

interface Sent {
  readonly outcome: SendOutcome
  readonly delaysMs: readonly number[]
  readonly connections: number
  readonly received: readonly string[]
  readonly history: readonly SendOutcome[]
  readonly progress: readonly Awaiting[]
}

/**
 * Opens a WebSocket that is connected again.
 * @param ends - how the server ends each connection; the user ends the one after the last
 */
async function send(
  ends: readonly ((socket: Socket) => void)[],
  webSocket: Partial<WebSocketPart> = {},
  options: WebSocketServerOptions = {},
): Promise<Sent> {
  const stop = new AbortController()
  const received: string[] = []
  const left = [...ends]
  const server = await startWebSocketServer({
    onConnection: socket => {
      socket.on('message', data => received.push(String(data)))
      left.shift()?.(socket)
    },
    ...options,
  })
  const engine = startEngine()
  closing.push(server, engine)
  const history: SendOutcome[] = []
  const progress: Awaiting[] = []
  const delaysMs: number[] = []
  let opened = 0
  const part = { ...defaultWebSocketPart, reconnect: true, ...webSocket }
  const outcome = await sendWebSocket({
    request: newHttpRequest({ url: server.url, webSocket: part }),
    context: {
      ancestors: [],
      environment: null,
      workspaceVariables: [],
      globalVariables: [],
      liveScopes: [],
      defaultSettings: defaultSendSettings,
    },
    ports: {
      ...engine.ports,
      history: { record: async (_request, recorded) => void history.push(recorded) },
      webSockets: {
        framing: webSocketFraming,
        onOpen() {
          opened += 1
          if (opened > ends.length) setImmediate(() => stop.abort())
          return { onFrame: async () => {} }
        },
      },
    },
    wait: async timeMs => {
      delaysMs.push(timeMs)
      if (delaysMs.length === 7) stop.abort()
      await turn()
    },
    signal: stop.signal,
    onProgress: one => progress.push(one),
  })
  const connections = server.sockets.length
  return { outcome, delaysMs, connections, received, history, progress }
}

const close = (code: number) => (socket: Socket) => socket.close(code)
const breakOff = (socket: Socket) => socket.terminate()

test.each<[string, (socket: Socket) => void, Partial<WebSocketPart>, number]>([
  ['a close with 1000', close(1000), {}, 1],
  ['a close with 1008', close(1008), {}, 1],
  ['a close with 4000', close(4000), {}, 1],
  ['a close with 4999', close(4999), {}, 1],
  ['a close with 1001', close(1001), {}, 2],
  ['a close with 1011', close(1011), {}, 2],
  ['a close with 1012', close(1012), {}, 2],
  ['a close with 3000', close(3000), {}, 2],
  ['a break', breakOff, {}, 2],
  ['a close with 1000, if asked for', close(1000), { reconnectAfterClose: true }, 2],
  ['a close with 1008, if asked for', close(1008), { reconnectAfterClose: true }, 2],
  ['a close with 4000, if asked for', close(4000), { reconnectAfterClose: true }, 2],
  ['a break without the setting', breakOff, { reconnect: false }, 1],
  ['a message that is too large', socket => socket.send('more than eight bytes'), { maxMessageBytes: 8 }, 1],
])('after %s', async (_case, end, webSocket, connections) => {
  expect(await send([end], webSocket)).toMatchObject({ connections, history: [{}] })
})

test('the time between two connections doubles from one second to thirty', async () => {
  const { delaysMs } = await send(Array.from({ length: 9 }, () => breakOff))
  expect(delaysMs).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
})

test('selected messages are sent after each connection, and all is one entry of the history', async () => {
  const message = { title: '', selected: true, format: 'text', data: 'hello' } as const
  const end = (socket: Socket) => socket.once('message', () => socket.terminate())
  const { received, history, outcome } = await send([end, end], { messages: [message] })
  expect(received.slice(0, 2)).toEqual(['hello', 'hello'])
  expect(history).toHaveLength(1)
  expect(outcome).toMatchObject({ ok: false, failure: { failure: { kind: 'cancelled' } } })
})

test('the progress says that it waits, with the end of the connection before', async () => {
  const { progress } = await send([close(1012)])
  const waiting = progress.findIndex(one => one.reconnectsAt !== undefined)
  expect(progress[waiting]?.response?.webSocket?.end).toMatchObject({ code: 1012, by: 'peer' })
  const later = progress.slice(waiting + 1)
  expect(later[0]).toMatchObject({ response: { webSocket: { end: { code: 1012 } } } })
  expect(later.at(-1)).toMatchObject({ response: { webSocket: { end: null } } })
})

test('a first connection that fails, and a later one that is refused, end it', async () => {
  const refuse: WebSocketServerOptions['refuse'] = (_request, socket) => {
    socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n')
    return true
  }
  const first = await send([], {}, { refuse })
  expect([first.delaysMs, first.outcome]).toMatchObject([[], { ok: true }])
  let handshakes = 0
  const statuses = ['', '503 Busy', '401 Unauthorized']
  const later = await send(
    [breakOff],
    {},
    {
      refuse: (_request, socket) => {
        const status = statuses[handshakes]
        handshakes += 1
        if (status === '') return false
        socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`)
        return true
      },
    },
  )
  expect(later.delaysMs).toEqual([1000, 2000])
  expect(later.outcome).toMatchObject({
    ok: true,
    value: { exchange: { response: { statusCode: 401 } } },
  })
})
