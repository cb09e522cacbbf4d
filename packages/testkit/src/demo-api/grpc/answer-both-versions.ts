import type { Server } from 'node:http'
import { createServer as createHttp2Server, type ServerHttp2Session } from 'node:http2'
import { createServer, type Socket } from 'node:net'
import type { AnswerCall } from './grpc-service.ts'

/** How each connection of HTTP/2 begins (RFC 9113 §3.4). No method of HTTP/1.1 begins so. */
const preface = 'PRI * HTTP/2.0'

/** One port for two versions of HTTP. */
export interface BothVersions {
  readonly server: ReturnType<typeof createServer>
  /** Aborts all connections. */
  closeAll(): void
}

/** Returns a server that leaves connections of HTTP/2 to a gRPC service, and all others to `http`. */
export function answerBothVersions(http: Server, loadService: () => Promise<AnswerCall>): BothVersions {
  const sockets = new Set<Socket>()
  const sessions = new Set<ServerHttp2Session>()
  let service: Promise<AnswerCall> | null = null
  const http2 = createHttp2Server()
  http2.on('session', session => {
    sessions.add(session)
    session.on('error', () => {}).once('close', () => sessions.delete(session))
  })
  http2.on('stream', (stream, headers) => {
    service ??= loadService()
    void service.then(answer => answer(stream, headers))
  })
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
    readStart(socket, isHttp2 => (isHttp2 ? http2 : http).emit('connection', socket))
  })
  return {
    server,
    closeAll() {
      for (const session of sessions) session.destroy()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Calls back once it is known which version a connection begins with; nothing of what it sent is taken. */
function readStart(socket: Socket, decide: (isHttp2: boolean) => void): void {
  let start = Buffer.alloc(0)
  const onData = (piece: Buffer) => {
    start = Buffer.concat([start, piece])
    const text = start.toString('latin1').slice(0, preface.length)
    if (preface.startsWith(text) && text.length < preface.length) return
    socket.off('data', onData).pause()
    socket.unshift(start)
    decide(text === preface)
    // A session of HTTP/2 reads what waits by itself.
    if (text !== preface) socket.resume()
  }
  socket.on('data', onData)
}
