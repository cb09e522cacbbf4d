import type { Duplex } from 'node:stream'
import type { ByteStream } from '@parley/engine'

/** A socket that no longer speaks HTTP. */
export class SocketStream implements ByteStream {
  readonly #socket: Duplex

  /** @param socket - paused, with everything that arrived after the head still to be read */
  constructor(socket: Duplex) {
    this.#socket = socket
    // The reader and the writer get the error; nobody may be reading or writing when it occurs.
    socket.on('error', () => {})
  }

  get incoming(): AsyncIterable<Uint8Array> {
    return this.#socket
  }

  async write(bytes: Uint8Array): Promise<void> {
    const socket = this.#socket
    if (!socket.writable) throw new Error('The connection is closed')
    if (socket.write(bytes)) return
    await new Promise<void>(resolve => {
      const onChange = () => {
        socket.off('drain', onChange).off('close', onChange)
        resolve()
      }
      socket.on('drain', onChange).on('close', onChange)
    })
  }

  end(): void {
    this.#socket.end()
  }

  abort(): void {
    this.#socket.destroy()
  }
}
