import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { FrameCounts } from './frame-counts.ts'

/** `PRI * HTTP/2.0…`, with which a client begins (RFC 9113 §3.4). */
const clientPrefaceBytes = 24

/** A socket that counts the HTTP/2 frames passing through it, because Node does not report their sizes. */
export class CountedSocket extends Duplex {
  readonly sent = new FrameCounts(clientPrefaceBytes)
  readonly received = new FrameCounts(0)
  readonly #socket: Socket

  constructor(socket: Socket) {
    super()
    this.#socket = socket
    socket.on('data', (bytes: Buffer) => {
      this.received.push(bytes)
      if (!this.push(bytes)) socket.pause()
    })
    socket.once('end', () => this.push(null))
    socket.on('error', error => this.destroy(error))
    socket.once('close', () => this.destroy())
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(bytes: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    this.sent.push(bytes)
    this.#socket.write(bytes, done)
  }

  /** The frames that are written together leave together. */
  override _writev(chunks: { readonly chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#socket.cork()
    for (const [at, { chunk }] of chunks.entries()) {
      this.sent.push(chunk)
      if (at < chunks.length - 1) this.#socket.write(chunk)
      else this.#socket.write(chunk, done)
    }
    this.#socket.uncork()
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(done)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroy()
    done(error)
  }

  /** An idle connection does not keep the program running. */
  ref(): void {
    this.#socket.ref()
  }

  unref(): void {
    this.#socket.unref()
  }
}
