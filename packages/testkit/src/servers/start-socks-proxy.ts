import { connect, createServer, type Socket } from 'node:net'
import { listenOnLoopback } from '../listen-on-loopback.ts'

export interface SocksProxyOptions {
  /** The only accepted user; if absent, everybody is accepted. */
  readonly user?: { readonly name: string; readonly password: string }
  /** The reply to every request instead of a connection (RFC 1928 §6). */
  readonly reply?: number
}

/** A proxy for CONNECT of SOCKS5 (RFC 1928, RFC 1929) and SOCKS 4A on 127.0.0.1. */
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
  options: SocksProxyOptions,
  destinations: string[],
  sockets: Set<Socket>,
): Promise<void> {
  const { user, reply = 0 } = options
  const [version, methodCount = 0] = await read(socket, 2)
  if (version === 4) return serveVersion4(socket, options, destinations, sockets)
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
  join(socket, connect(port, host), sockets, [replyOf(0), replyOf(5)])
}

/** Serves a request of SOCKS 4A, whose user has no password; its version and command have been read. */
async function serveVersion4(
  socket: Socket,
  { user, reply = 0 }: SocksProxyOptions,
  destinations: string[],
  sockets: Set<Socket>,
): Promise<void> {
  const port = (await read(socket, 2)).readUInt16BE()
  const address = await read(socket, 4)
  const name = await readText(socket)
  const isNamed = address.subarray(0, 3).every(byte => byte === 0) && address[3] !== 0
  const host = isNamed ? await readText(socket) : address.join('.')
  destinations.push(`${host}:${port}`)
  const isKnown = user === undefined || name === user.name
  if (reply !== 0 || !isKnown) socket.end(version4Reply(isKnown ? 91 : 93))
  else join(socket, connect(port, host), sockets, [version4Reply(90), version4Reply(91)])
}

/** Pipes both ways once the target is there. */
function join(
  socket: Socket,
  target: Socket,
  sockets: Set<Socket>,
  [granted, failed]: readonly [Buffer, Buffer],
): void {
  sockets.add(target)
  target.once('connect', () => {
    socket.write(granted)
    target.pipe(socket)
    socket.pipe(target)
  })
  target.on('error', () => socket.end(failed))
  target.on('close', () => socket.destroy())
  socket.on('close', () => target.destroy())
}

function version4Reply(code: number): Buffer {
  return Buffer.from([0, code, 0, 0, 0, 0, 0, 0])
}

/** Reads a text that ends with a zero byte. */
async function readText(socket: Socket): Promise<string> {
  let text = ''
  for (let [byte] = await read(socket, 1); byte !== 0; [byte] = await read(socket, 1))
    text += String.fromCharCode(byte ?? 0)
  return text
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
