/// <reference path="./ws-server.d.ts" />
import { createServer as createHttp2Server, type Http2Session, type ServerHttp2Stream } from 'node:http2'
import type { WebSocket } from 'ws'
import { listenOnLoopback } from '../listen-on-loopback.ts'
import { brokenStream, endedStream, startStreamServer } from './start-stream-server.ts'
import { startWebSocketServer } from './start-web-socket-server.ts'

/** The kinds of live requests; a subscription over an event stream and over a WebSocket are two. */
const kinds = ['eventStream', 'eventSubscription', 'socketSubscription', 'webSocket', 'grpc'] as const

export type LiveKind = (typeof kinds)[number]

/** A server that ends each live connection in the same way. */
export interface EndingServer {
  readonly kind: LiveKind
  readonly end: string
  readonly url: string
  /** How many requests, first messages or calls came in. */
  count(): number
  close(): void
}

type Started = Omit<EndingServer, 'kind' | 'end'>

const result = 'event: next\ndata: {"data":{"n":1}}\n\n'

const ends: Readonly<Record<LiveKind, Readonly<Record<string, () => Promise<Started>>>>> = {
  eventStream: {
    'the server closes it': () => streamServer(endedStream('data: a\n\n')),
    'after [DONE]': () => streamServer(endedStream('data: a\n\ndata: [DONE]\n\n')),
    'it breaks': () => streamServer(brokenStream('data: a\n\n')),
  },
  eventSubscription: {
    'it is complete': () => streamServer(endedStream(`${result}event: complete\ndata:\n\n`)),
    'the server closes it': () => streamServer(endedStream(result)),
    'it breaks': () => streamServer(brokenStream(result)),
  },
  socketSubscription: {
    'it is complete': () =>
      socketServer((socket, id) => socket.send(JSON.stringify({ id, type: 'complete' }))),
    'the server closes it with 1000': () => socketServer(socket => socket.close(1000)),
    'the server closes it with 1012': () => socketServer(socket => socket.close(1012)),
    'it breaks': () => socketServer(socket => socket.terminate()),
  },
  webSocket: {
    'the server closes it with 1000': () => socketServer(socket => socket.close(1000)),
    'the server closes it with 1012': () => socketServer(socket => socket.close(1012)),
    'it breaks': () => socketServer(socket => socket.terminate()),
  },
  grpc: {
    'with OK': () => callServer(stream => endCall(stream, 0)),
    'with UNAVAILABLE': () => callServer(stream => endCall(stream, 14)),
    'it breaks': () => callServer(stream => stream.session?.destroy()),
  },
}

/** Starts a server for each kind and end on 127.0.0.1. Their gRPC calls are of `shop.Books/List`. */
export function startEndingServers(): Promise<readonly EndingServer[]> {
  return Promise.all(
    kinds.flatMap(kind =>
      Object.entries(ends[kind]).map(async ([end, start]) => ({ kind, end, ...(await start()) })),
    ),
  )
}

async function streamServer(listener: ReturnType<typeof endedStream>): Promise<Started> {
  const { url, heads, close } = await startStreamServer(listener)
  return { url, count: () => heads.length, close }
}

/** Ends a connection after its first message, or after the first operation of a subscription. */
async function socketServer(end: (socket: WebSocket, id: unknown) => void): Promise<Started> {
  let count = 0
  const { url, close } = await startWebSocketServer({
    onConnection: socket =>
      socket.on('message', data => {
        const { type, id } = messageOf(data.toString())
        if (type === 'connection_init') return socket.send('{"type":"connection_ack"}')
        count += 1
        end(socket, id)
      }),
  })
  return { url, count: () => count, close: () => void close() }
}

function messageOf(text: string): { readonly type?: unknown; readonly id?: unknown } {
  return text.startsWith('{') ? JSON.parse(text) : {}
}

async function callServer(end: (stream: ServerHttp2Stream) => void): Promise<Started> {
  let count = 0
  const sessions = new Set<Http2Session>()
  const server = createHttp2Server()
    .on('session', session => void sessions.add(session.on('error', () => {})))
    .on('stream', (stream: ServerHttp2Stream) => {
      count += 1
      stream.on('error', () => {}).resume()
      stream.once('end', () => end(stream))
    })
  const port = await listenOnLoopback(server)
  const close = () => {
    for (const session of sessions) session.destroy()
    server.close()
  }
  return { url: `127.0.0.1:${port}`, count: () => count, close }
}

/** Sends one message, and ends the call with a status. */
function endCall(stream: ServerHttp2Stream, status: number): void {
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
  stream.once('wantTrailers', () => stream.sendTrailers({ 'grpc-status': String(status) }))
  stream.end(Buffer.from([0, 0, 0, 0, 2, 8, 1]))
}
