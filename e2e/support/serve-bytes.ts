import { type AddressInfo, createServer, type Server } from 'node:net'

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
