import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { FrameCounts } from './frame-counts.ts'

/** `PRI * HTTP/2.0…`, with which a client begins (RFC 9113 §3.4). */
const clientPrefaceBytes = 24

type Done = (error?: Error | null) => void

/**
 * A socket that counts the HTTP/2 frames passing through it, because Node does not report their sizes. Every call goes to the
 * socket at once: queues of its own would take a twentieth of a short exchange.
 */
export class CountedSocket extends Duplex {
  readonly sent = new FrameCounts(clientPrefaceBytes)
  readonly received = new FrameCounts(0)
  readonly #socket: Socket

  constructor(socket: Socket) {
    super()
    this.#socket = socket
    socket.on('data', (bytes: Buffer) => {
      this.received.push(bytes)
      this.emit('data', bytes)
    })
    // Nothing is read before somebody listens.
    this.pause()
    socket.once('end', () => this.emit('end'))
    socket.on('error', error => this.destroy(error))
    socket.once('close', () => this.destroy())
  }

  override pause(): this {
    this.#socket.pause()
    return super.pause()
  }

  override resume(): this {
    this.#socket.resume()
    return this
  }

  override cork(): void {
    this.#socket.cork()
  }

  /** The frames that are written together leave together. */
  override uncork(): void {
    this.#socket.uncork()
  }

  /** Node's HTTP/2 names no encoding. */
  override write(bytes: Buffer, ...rest: unknown[]): boolean {
    this.sent.push(bytes)
    return this.#socket.write(bytes, doneOf(rest))
  }

  override end(...rest: unknown[]): this {
    this.#socket.end(doneOf(rest))
    return this
  }

  override _read(): void {}

  override _destroy(error: Error | null, done: Done): void {
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

function doneOf(rest: readonly unknown[]): Done | undefined {
  const done = rest.at(-1)
  return isDone(done) ? done : undefined
}

function isDone(value: unknown): value is Done {
  return typeof value === 'function'
}
