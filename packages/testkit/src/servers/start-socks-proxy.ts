import { connect, createServer, type Socket } from 'node:net'
import { listenOnLoopback } from '../listen-on-loopback.ts'

export interface SocksProxyOptions {
  /** The only accepted user; if absent, everybody is accepted. */
  readonly user?: { readonly name: string; readonly password: string }
  /** The reply to every request instead of a connection (RFC 1928 §6). */
  readonly reply?: number
}

/** A SOCKS5 proxy (RFC 1928, RFC 1929) for CONNECT on 127.0.0.1. */
export interface SocksProxy {
  readonly port: number
  /** `host:port` of each request as received, oldest first. */
  readonly destinations: readonly string[]
  close(): Promise<void>
}

export async function startSocksProxy(options: SocksProxyOptions = {}): Promise<SocksProxy> {
  const sockets = new Set<Socket>()
  const destinations: string[] = []
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    serve(socket, options, destinations, sockets).catch(() => socket.destroy())
  })
  const port = await listenOnLoopback(server)
  return {
    port,
    destinations,
    close: () =>
      new Promise(resolve => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

async function serve(
  socket: Socket,
  { user, reply = 0 }: SocksProxyOptions,
  destinations: string[],
  sockets: Set<Socket>,
): Promise<void> {
  const [, methodCount = 0] = await read(socket, 2)
  const methods = await read(socket, methodCount)
  const method = user === undefined ? 0 : 2
  if (!methods.includes(method)) {
    socket.end(Buffer.from([5, 0xff]))
    return
  }
  socket.write(Buffer.from([5, method]))
  if (user !== undefined && !(await isUser(socket, user))) {
    socket.end(Buffer.from([1, 1]))
    return
  }
  if (user !== undefined) socket.write(Buffer.from([1, 0]))
  const { host, port } = await readDestination(socket)
  destinations.push(`${host}:${port}`)
  if (reply !== 0) {
    socket.end(replyOf(reply))
    return
  }
  const target = connect(port, host)
  sockets.add(target)
  target.once('connect', () => {
    socket.write(replyOf(0))
    target.pipe(socket)
    socket.pipe(target)
  })
  target.on('error', () => socket.end(replyOf(5)))
  target.on('close', () => socket.destroy())
  socket.on('close', () => target.destroy())
}

function replyOf(code: number): Buffer {
  return Buffer.from([5, code, 0, 1, 127, 0, 0, 1, 0, 0])
}

async function isUser(socket: Socket, user: { readonly name: string; readonly password: string }) {
  const [, nameLength = 0] = await read(socket, 2)
  const name = (await read(socket, nameLength)).toString()
  const [passwordLength = 0] = await read(socket, 1)
  const password = (await read(socket, passwordLength)).toString()
  return name === user.name && password === user.password
}

async function readDestination(socket: Socket): Promise<{ host: string; port: number }> {
  const [, , , type] = await read(socket, 4)
  const host = await readHost(socket, type ?? 0)
  return { host, port: (await read(socket, 2)).readUInt16BE() }
}

async function readHost(socket: Socket, type: number): Promise<string> {
  if (type === 1) return (await read(socket, 4)).join('.')
  if (type === 3) {
    const [length = 0] = await read(socket, 1)
    return (await read(socket, length)).toString()
  }
  const groups = await read(socket, 16)
  return Array.from({ length: 8 }, (_, index) => groups.readUInt16BE(index * 2).toString(16)).join(':')
}

/** Reads exactly this many bytes; rejects if the connection ends before. */
function read(socket: Socket, count: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const tryToRead = () => {
      const bytes: unknown = count === 0 ? Buffer.alloc(0) : socket.read(count)
      if (!(bytes instanceof Buffer)) return
      socket.off('readable', tryToRead).off('close', onClose)
      if (bytes.byteLength === count) resolve(bytes)
      else reject(new Error('The connection ended'))
    }
    const onClose = () => reject(new Error('The connection ended'))
    socket.on('readable', tryToRead).once('close', onClose)
    tryToRead()
  })
}
