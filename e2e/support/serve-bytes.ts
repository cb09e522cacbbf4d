import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

/** Starts a server that responds to every connection with these bytes. */
export async function serveBytes(
  bytes: string | Uint8Array,
): Promise<{ readonly url: string; close(): void }> {
  const server: Server = createServer(socket => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(bytes))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => void server.close() }
}

/** Starts a server that keeps every request waiting until `respond` ends them all with these bytes. */
export async function serveLater(
  bytes: string | Uint8Array = '',
): Promise<{ readonly url: string; respond(): void; close(): void }> {
  const waiting = new Set<Socket>()
  const server: Server = createServer(socket => {
    waiting.add(socket)
    socket.on('error', () => {})
    socket.resume()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const respond = () => {
    for (const socket of waiting) socket.end(bytes)
  }
  const close = () => {
    server.close()
    for (const socket of waiting) socket.destroy()
  }
  return { url: `http://127.0.0.1:${port}/`, respond, close }
}
