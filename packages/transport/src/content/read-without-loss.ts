import type { Readable } from 'node:stream'

/** A stream is paused while more bytes than this are queued. */
const maxQueuedBytes = 1024 * 1024

/** Small pieces that wait are taken together, up to this size: a promise for each would take longer than its bytes. */
const maxTakenBytes = 64 * 1024

/**
 * Reads all bytes of a stream in order, including those that it held when it failed (iterating over the
 * stream itself drops them), and then throws the stream's error, if any, as mapped by `nameFailure`. It
 * listens from the call on, so that nothing is missed before the first read. A reader that stops early
 * destroys the stream. `checkEnd` may throw when the stream seems complete.
 */
export function readWithoutLoss(
  stream: Readable,
  nameFailure: (error: unknown) => unknown = error => error,
  checkEnd?: () => Promise<void> | void,
): AsyncGenerator<Buffer, void, undefined> {
  const inbox = new Inbox(stream)
  return take(inbox, nameFailure, checkEnd)
}

async function* take(
  inbox: Inbox,
  nameFailure: (error: unknown) => unknown,
  checkEnd?: () => Promise<void> | void,
): AsyncGenerator<Buffer, void, undefined> {
  try {
    for (let bytes = await inbox.next(); bytes !== null; bytes = await inbox.next()) yield bytes
  } catch (error) {
    throw nameFailure(error)
  } finally {
    inbox.stream.destroy()
  }
  await checkEnd?.()
}

class Inbox {
  readonly stream: Readable
  #queue: Buffer[] = []
  #queuedBytes = 0
  #outcome: { readonly error: unknown } | null = null
  #wake = () => {}

  constructor(stream: Readable) {
    this.stream = stream
    stream.on('data', (bytes: Buffer) => this.#put(bytes))
    stream.once('end', () => this.#finish(null))
    stream.on('error', error => {
      for (let rest = stream.read(); rest !== null; rest = stream.read()) this.#put(rest)
      this.#finish(error)
    })
    stream.once('close', () => {
      if (this.#outcome === null) this.#finish(new Error('The stream was closed before its end'))
    })
  }

  /** Resolves to the next bytes, or null at the end. */
  async next(): Promise<Buffer | null> {
    for (;;) {
      const bytes = this.#takeWaiting()
      if (bytes !== null) {
        this.#queuedBytes -= bytes.byteLength
        if (this.#queuedBytes < maxQueuedBytes && this.stream.isPaused()) this.stream.resume()
        return bytes
      }
      if (this.#outcome?.error) throw this.#outcome.error
      if (this.#outcome) return null
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    }
  }

  #takeWaiting(): Buffer | null {
    const queue = this.#queue
    const [first] = queue
    if (first === undefined) return null
    let count = 1
    let size = first.byteLength
    for (
      let next = queue[1];
      next !== undefined && size + next.byteLength <= maxTakenBytes;
      next = queue[count]
    ) {
      count += 1
      size += next.byteLength
    }
    if (count === 1) return queue.shift() ?? null
    const taken = count === queue.length ? queue : queue.splice(0, count)
    if (taken === queue) this.#queue = []
    return Buffer.concat(taken, size)
  }

  #put(bytes: Buffer): void {
    this.#queue.push(bytes)
    this.#queuedBytes += bytes.byteLength
    if (this.#queuedBytes >= maxQueuedBytes) this.stream.pause()
    this.#wake()
  }

  #finish(error: unknown): void {
    this.#outcome ??= { error }
    this.#wake()
  }
}
