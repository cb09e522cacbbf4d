import type { BodyStore } from '../../../ports/transport.ts'

/** Token responses are small; a larger one is an error. */
const maxBytes = 1024 * 1024

/** Keeps the content of one response in memory, so that a token response is stored nowhere else. */
export class MemoryBodyStore implements BodyStore {
  readonly #pieces: Uint8Array[] = []
  #sizeBytes = 0
  readonly #end = new AbortController()

  /** @param signal ends the exchange whose content is received */
  constructor(signal: AbortSignal) {
    const end = () => this.#end.abort()
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  }

  /** The signal to send with: it also aborts once the content is too large. */
  get signal(): AbortSignal {
    return this.#end.signal
  }

  get isTooLarge(): boolean {
    return this.#sizeBytes > maxBytes
  }

  async create() {
    return {
      handle: '',
      write: async (bytes: Uint8Array) => {
        this.#sizeBytes += bytes.length
        // Copied, because the writer may reuse its memory.
        if (this.isTooLarge) this.#end.abort()
        else this.#pieces.push(new Uint8Array(bytes))
      },
      close: async () => {},
    }
  }

  /** Returns the content, decoded as UTF-8. */
  text(): string {
    const decoder = new TextDecoder()
    return this.#pieces.map(piece => decoder.decode(piece, { stream: true })).join('') + decoder.decode()
  }
}
