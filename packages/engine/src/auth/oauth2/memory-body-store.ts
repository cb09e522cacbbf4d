import type { BodyStore } from '../../ports.ts'

/** An answer about a token is small; what is larger is none. */
const maxBytes = 1024 * 1024

/** Takes the content of one response, so that the answer to a token request is kept nowhere else. */
export class MemoryBodyStore implements BodyStore {
  readonly #pieces: Uint8Array[] = []
  #sizeBytes = 0

  async create() {
    return {
      handle: '',
      write: async (bytes: Uint8Array) => {
        this.#sizeBytes += bytes.length
        // The giver may use its memory again.
        if (this.#sizeBytes <= maxBytes) this.#pieces.push(new Uint8Array(bytes))
      },
      close: async () => {},
    }
  }

  /** As UTF-8; empty where it was too large. */
  text(): string {
    if (this.#sizeBytes > maxBytes) return ''
    const decoder = new TextDecoder()
    return this.#pieces.map(piece => decoder.decode(piece, { stream: true })).join('') + decoder.decode()
  }
}
