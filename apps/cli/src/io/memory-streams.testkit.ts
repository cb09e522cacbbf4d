import { Readable, Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { StandardInput } from './streams.ts'

/** A stream that keeps what is written to it. */
export class MemoryOutput extends Writable {
  readonly isTTY: boolean
  readonly columns: number
  readonly #chunks: Buffer[] = []
  readonly #onText: (text: string) => void
  #isClosed = false

  /** @param onText called with each text that is written */
  constructor(
    { isTTY, columns }: { readonly isTTY: boolean; readonly columns: number },
    onText: (text: string) => void = () => {},
  ) {
    super({ decodeStrings: true })
    this.isTTY = isTTY
    this.columns = columns
    this.#onText = onText
  }

  /** Everything that was written so far. */
  get content(): Buffer {
    return Buffer.concat(this.#chunks)
  }

  /** Makes each later write fail as that to a pipe does whose reader is gone. */
  closeReader(): void {
    this.#isClosed = true
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    if (this.#isClosed) {
      // A failed write does not end the streams of a process either.
      process.nextTick(() => this.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })))
    } else {
      this.#chunks.push(Buffer.from(chunk))
      this.#onText(chunk.toString())
    }
    done()
  }
}

/** Resolves after the event loop has polled the system once more. */
async function nextPoll(): Promise<void> {
  await setImmediate()
  await setImmediate()
}

/** Standard input of which a test writes the content. */
export class MemoryInput implements StandardInput {
  readonly stream: Readable & { readonly isTTY: boolean }
  readonly #isPiped: boolean

  constructor({ isTTY, isPiped }: { readonly isTTY: boolean; readonly isPiped: boolean }) {
    this.stream = Object.assign(new Readable({ read() {} }), { isTTY })
    this.#isPiped = isPiped
  }

  isPiped(): boolean {
    return this.#isPiped
  }

  /** Resolves once it can be read: after all other events that are pending now, as what comes through a pipe. */
  async write(input: string | Uint8Array): Promise<void> {
    await nextPoll()
    this.#push(Buffer.from(input))
  }

  async end(): Promise<void> {
    await nextPoll()
    this.#push(null)
  }

  #push(piece: Buffer | null): void {
    if (!this.stream.destroyed && !this.stream.readableEnded) this.stream.push(piece)
  }
}
