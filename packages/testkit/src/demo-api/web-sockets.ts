/// <reference path="../servers/ws-server.d.ts" />
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { BookShelf } from './book-shelf.ts'
import { answerGraphQlSocket } from './graphql/graphql-socket.ts'
import { readWholeNumber } from './read-whole-number.ts'

type Converse = (socket: WebSocket, query: URLSearchParams, shelf: BookShelf) => void

/** The endpoints that open a WebSocket, and what each does on a connection. */
const endpoints: Readonly<Record<string, Converse>> = {
  '/echo': echo,
  '/ticker': tick,
  '/graphql': (socket, _query, shelf) => answerGraphQlSocket(shelf, socket),
}

/** The endpoints as the list of the demo API shows them. */
export const webSocketRoutes = [
  { method: 'GET', path: '/echo', summary: 'A WebSocket that returns each message; close ends it' },
  {
    method: 'GET',
    path: '/ticker',
    summary: 'A WebSocket that sends count messages (0 for no end), one each intervalMs (1000)',
  },
] as const

/**
 * Answers requests for a WebSocket: `/echo` returns each message, `/ticker` sends the stock of a book, `/graphql` runs
 * operations.
 */
export class DemoWebSockets {
  readonly #basePath: string
  readonly #shelf: BookShelf
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: 16 * 1024 * 1024,
    perMessageDeflate: true,
    handleProtocols: offered => [...offered][0] ?? false,
  })
  readonly #sockets = new Set<Duplex>()

  constructor(basePath: string, shelf: BookShelf) {
    this.#basePath = basePath
    this.#shelf = shelf
  }

  /** Takes over a connection whose request asks for an upgrade. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://demo')
    const path = pathname.slice(this.#basePath.length)
    const isHere = pathname.startsWith(this.#basePath) && Object.hasOwn(endpoints, path)
    const converse = isHere ? endpoints[path] : undefined
    const isWebSocket = request.headers.upgrade?.toLowerCase() === 'websocket'
    socket.on('error', () => {})
    if (converse === undefined || !isWebSocket) {
      refuse(socket, isWebSocket ? 404 : 400)
      return
    }
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    this.#server.handleUpgrade(request, socket, head, one => {
      one.on('error', () => {})
      converse(one, searchParams, this.#shelf)
    })
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
  }
}

function refuse(socket: Duplex, statusCode: number): void {
  const content = JSON.stringify({ error: 'There is no WebSocket at this address.' })
  const fields = ['Content-Type: application/json', `Content-Length: ${content.length}`, 'Connection: close']
  socket.end(`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}\r\n${fields.join('\r\n')}\r\n\r\n${content}`)
}

/** The message `close` ends the connection. */
function echo(socket: WebSocket): void {
  socket.on('message', (data, isBinary) => {
    if (!isBinary && data.toString() === 'close') socket.close(1000, 'as you wish')
    else socket.send(data, { binary: isBinary })
  })
}

function tick(socket: WebSocket, query: URLSearchParams): void {
  const read = (name: string, maximum: number, fallback: number) => {
    const value = readWholeNumber(name, query.get(name), { minimum: 0, maximum }, fallback)
    return value.ok ? value.value : null
  }
  const [count, intervalMs] = [read('count', 1_000_000, 0), read('intervalMs', 60_000, 1000)]
  if (count === null || intervalMs === null) {
    socket.close(1008, 'count and intervalMs are whole numbers')
    return
  }
  let sent = 0
  const timer = setInterval(() => {
    sent += 1
    socket.send(JSON.stringify({ tick: sent, bookId: 1204, inStock: 100 - (sent % 100) }))
    if (sent === count) socket.close(1000, 'that was the last one')
  }, intervalMs)
  socket.on('close', () => clearInterval(timer))
}
