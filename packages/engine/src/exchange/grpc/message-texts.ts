import { utf8 } from '../../basics/hashing.ts'
import type { BodyWriter } from '../../prepare/ports/transport.ts'

/** Writes the messages of a response as JSON: one on each line, or all of them as one list. */
export class MessageTexts {
  readonly #texts: BatchedWriter
  readonly #isList: boolean
  #count = 0

  constructor(writer: Pick<BodyWriter, 'write'>, isList: boolean) {
    this.#texts = new BatchedWriter(writer)
    this.#isList = isList
  }

  /** As {@link BatchedWriter.write}. */
  write(text: string): Promise<void> | null {
    const isFirst = this.#count === 0
    this.#count += 1
    if (!this.#isList) return this.#texts.write(`${text}\n`)
    return this.#texts.write(`${isFirst ? '[' : ','}\n${text}`)
  }

  /** Call after the last message, if the response has messages. */
  end(): void {
    if (this.#isList) void this.#texts.write(this.#count === 0 ? '[]\n' : '\n]\n')
  }

  /** Resolves when everything is stored; rejects if something was not. */
  flush(): Promise<void> {
    return this.#texts.flush()
  }
}

/** More than this waits for the store. */
const mostWaitingCharacters = 64 * 1024

/** Writes texts to a store. While one write is going on, the texts that follow are collected for the next one. */
export class BatchedWriter {
  readonly #writer: Pick<BodyWriter, 'write'>
  #waiting: string[] = []
  #waitingCharacters = 0
  #writing: Promise<void> | null = null
  #fault: { readonly error: unknown } | null = null

  constructor(writer: Pick<BodyWriter, 'write'>) {
    this.#writer = writer
  }

  /**
   * Adds a text. Returns null if the next one may follow at once, else a promise to wait for.
   * @throws if an earlier one was not stored
   */
  write(text: string): Promise<void> | null {
    this.#check()
    this.#waiting.push(text)
    this.#waitingCharacters += text.length
    this.#writing ??= this.#writeWaiting()
    return this.#waitingCharacters < mostWaitingCharacters ? null : this.flush()
  }

  /** Resolves when everything is stored; rejects if something was not. */
  async flush(): Promise<void> {
    await this.#writing
    this.#check()
  }

  async #writeWaiting(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        const text = this.#waiting.join('')
        this.#waiting = []
        this.#waitingCharacters = 0
        await this.#writer.write(utf8(text))
      }
    } catch (error) {
      this.#fault = { error }
    }
    this.#writing = null
  }

  #check(): void {
    if (this.#fault !== null) throw this.#fault.error
  }
}
