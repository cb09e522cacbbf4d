import type { BodyWriter } from '../../prepare/ports/transport.ts'
import { BatchedWriter } from './batched-writer.ts'

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
