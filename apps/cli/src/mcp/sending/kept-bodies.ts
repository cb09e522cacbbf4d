import { type MemoryBodies, memoryBodies } from '../../run/memory-bodies.ts'

/** The bodies of older responses are dropped beyond this. A larger one ends its send, because bodies are in memory. */
const mostBytes = 64 * 1024 * 1024
const mostBodies = 50

/** The bodies of the last responses, for `read_body`. */
export class KeptBodies {
  readonly store: MemoryBodies = limited(memoryBodies())
  /** The handles by age, oldest first. */
  #handles: readonly string[] = []

  /** Keeps a body until newer ones need its room. */
  async keep(handle: string): Promise<void> {
    if (handle === '') return
    this.#handles = [...this.#handles, handle]
    while (this.#handles.length > 1 && (this.#handles.length > mostBodies || this.#bytes() > mostBytes)) {
      const [oldest = '', ...rest] = this.#handles
      await this.store.release(oldest)
      this.#handles = rest
    }
  }

  /** Returns the bytes of a body; null if it is not kept. */
  async read(handle: string): Promise<Uint8Array | null> {
    const bytes = this.#handles.includes(handle) ? this.store.sizeBytes(handle) : null
    return bytes === null ? null : this.store.read(handle, 0, bytes)
  }

  #bytes(): number {
    return this.#handles.reduce((total, handle) => total + (this.store.sizeBytes(handle) ?? 0), 0)
  }
}

function limited(bodies: MemoryBodies): MemoryBodies {
  return {
    ...bodies,
    store: {
      async create() {
        const writer = await bodies.store.create()
        let bytes = 0
        return {
          ...writer,
          write(piece) {
            bytes += piece.byteLength
            return bytes > mostBytes ? Promise.reject(new Error(tooLarge)) : writer.write(piece)
          },
        }
      },
    },
  }
}

const tooLarge = 'agents get at most 64 MB'
