import type { BodyStore } from '../../../ports.ts'

/** An answer about a token is small; what is larger is none. */
const maxBytes = 1024 * 1024

/** Takes the content of one response, so that the answer to a token request is kept nowhere else. */
export class MemoryBodyStore implements BodyStore {
  readonly #pieces: Uint8Array[] = []
  #sizeBytes = 0
  readonly #end = new AbortController()

  /** @param signal ends the exchange whose content is taken */
  constructor(signal: AbortSignal) {
    const end = () => this.#end.abort()
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  }

  /** What the exchange is to be sent with: an answer without an end is cut off once it is too large. */
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
        // The giver may use its memory again.
        if (this.isTooLarge) this.#end.abort()
        else this.#pieces.push(new Uint8Array(bytes))
      },
      close: async () => {},
    }
  }

  /** As UTF-8. */
  text(): string {
    const decoder = new TextDecoder()
    return this.#pieces.map(piece => decoder.decode(piece, { stream: true })).join('') + decoder.decode()
  }
}
