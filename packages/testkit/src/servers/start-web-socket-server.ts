/// <reference path="./ws-server.d.ts" />
import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Authority } from '../certificates/create-authority.ts'
import { listenOnLoopback } from '../listen-on-loopback.ts'

/** A handshake as it arrived. */
export interface RecordedHandshake {
  readonly url: string
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[]
}

/** A server that opens a WebSocket at every path. */
export interface TestWebSocketServer {
  /** `ws://127.0.0.1:PORT` or `wss://…`, without a trailing slash. */
  readonly url: string
  readonly port: number
  readonly handshakes: readonly RecordedHandshake[]
  /** The connections so far, closed ones too. */
  readonly sockets: readonly WebSocket[]
  close(): Promise<void>
}

export interface WebSocketServerOptions {
  /** What happens on each connection; by default each message is returned. */
  readonly onConnection?: (socket: WebSocket, request: IncomingMessage) => void
  /** Signs the server's certificate, and those that clients must present; absent: no TLS. */
  readonly authority?: Authority
  readonly needsClientCertificate?: boolean
  readonly deflate?: boolean | { readonly serverNoContextTakeover?: boolean; readonly threshold?: number }
  /** Chooses the subprotocol; the first one by default. */
  readonly chooseProtocol?: (offered: readonly string[]) => string
  /** Answers the handshake instead; returns false to let it through. */
  readonly refuse?: (request: IncomingMessage, socket: Duplex) => boolean
}

/** Starts a WebSocket server on 127.0.0.1. */
export async function startWebSocketServer(
  options: WebSocketServerOptions = {},
): Promise<TestWebSocketServer> {
  const { authority, chooseProtocol = ([first = '']) => first, onConnection = returnMessages } = options
  const handshakes: RecordedHandshake[] = []
  const sockets: WebSocket[] = []
  const opened = new Set<Duplex>()
  const webSockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: options.deflate ?? false,
    handleProtocols: offered => chooseProtocol([...offered]),
  })
  const server =
    authority === undefined ? createHttpServer() : createTlsServer(tlsOptions(authority, options))
  server.on('connection', socket => opened.add(socket))
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    handshakes.push({ url: request.url ?? '', rawHeaders: request.rawHeaders })
    if (options.refuse?.(request, socket)) return
    webSockets.handleUpgrade(request, socket, head, one => {
      sockets.push(one)
      one.on('error', () => {})
      onConnection(one, request)
    })
  })
  const port = await listenOnLoopback(server)
  return {
    url: `${authority === undefined ? 'ws' : 'wss'}://127.0.0.1:${port}`,
    port,
    handshakes,
    sockets,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        for (const socket of opened) socket.destroy()
      }),
  }
}

function returnMessages(socket: WebSocket): void {
  socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }))
}

function tlsOptions(authority: Authority, { needsClientCertificate = false }: WebSocketServerOptions) {
  const identity = authority.issue({
    usage: 'server',
    name: '127.0.0.1',
    dnsNames: ['localhost'],
    ipv4Addresses: ['127.0.0.1'],
  })
  return {
    cert: identity.certificatePem,
    key: identity.privateKeyPem,
    ...(needsClientCertificate
      ? { ca: authority.certificatePem, requestCert: true, rejectUnauthorized: true }
      : {}),
  }
}
