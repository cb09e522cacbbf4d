import { connect } from 'node:net'

/**
 * Sends bytes to a server on 127.0.0.1 and resolves to everything received until the server closed the
 * connection, for messages that no HTTP client would send. The message should contain `Connection: close`.
 * Rejects if the connection fails before anything was received.
 */
export function exchangeBytes(port: number, message: string | Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => socket.write(message))
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', error => {
      if (chunks.length === 0) reject(error)
    })
    socket.on('close', () => resolve(Buffer.concat(chunks)))
  })
}
