import { connect } from 'node:net'

/**
 * Sends bytes to a server on 127.0.0.1 and resolves to all that it answered until it closed the
 * connection: for what no HTTP client would send. The message should ask for `Connection: close`.
 * Rejects where the connection fails before anything was answered.
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
