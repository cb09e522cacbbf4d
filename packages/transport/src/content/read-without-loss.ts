import type { Readable } from 'node:stream'

/** A stream is asked to pause while so much waits to be taken. */
const maxQueuedBytes = 1024 * 1024

/**
 * All bytes of a stream in order, those too that it still held when it failed (iterating over the
 * stream itself drops them); then its error, if there is one, as `nameFailure` has it. It listens from
 * the call on, so that nothing is missed before the first read. A reader that leaves early destroys the
 * stream.
 */
export function readWithoutLoss(
  stream: Readable,
  nameFailure: (error: unknown) => unknown = error => error,
): AsyncGenerator<Buffer, void, undefined> {
  const inbox = new Inbox(stream)
  return take(inbox, nameFailure)
}

async function* take(
  inbox: Inbox,
  nameFailure: (error: unknown) => unknown,
): AsyncGenerator<Buffer, void, undefined> {
  try {
    for (let bytes = await inbox.next(); bytes !== null; bytes = await inbox.next()) yield bytes
  } catch (error) {
    throw nameFailure(error)
  } finally {
    inbox.stream.destroy()
  }
}

class Inbox {
  readonly stream: Readable
  readonly #queue: Buffer[] = []
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

  /** The next bytes, or null at the end. */
  async next(): Promise<Buffer | null> {
    for (;;) {
      const bytes = this.#queue.shift()
      if (bytes !== undefined) {
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
