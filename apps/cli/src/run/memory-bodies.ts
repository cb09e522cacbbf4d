import { randomUUID } from 'node:crypto'
import type { BodyStore } from '@parley/engine'
import type { ResponseBodies } from '@parley/script'

/** Bodies in memory, each kept as long as its request's scripts may read it. */
export interface MemoryBodies extends ResponseBodies {
  readonly store: BodyStore
}

export function memoryBodies(): MemoryBodies {
  const bodies = new Map<string, Uint8Array[]>()
  return {
    store: {
      async create() {
        const handle = randomUUID()
        const chunks: Uint8Array[] = []
        bodies.set(handle, chunks)
        return {
          handle,
          async write(bytes) {
            // Copied, as the caller may reuse its memory.
            chunks.push(Uint8Array.from(bytes))
          },
          close: async () => {},
        }
      },
    },
    sizeBytes: handle => bodies.get(handle)?.reduce((total, chunk) => total + chunk.byteLength, 0) ?? null,
    async read(handle, offset, maxBytes) {
      const chunks = bodies.get(handle)
      if (chunks === undefined) return null
      const whole = joined(chunks)
      bodies.set(handle, [whole])
      return whole.subarray(offset, offset + maxBytes)
    },
    release: async handle => void bodies.delete(handle),
  }
}

/** Joins chunks in a buffer of their own: a buffer handed to a script is copied completely. */
function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const [first] = chunks
  if (first !== undefined && chunks.length === 1) return first
  const whole = new Uint8Array(chunks.reduce((total, chunk) => total + chunk.byteLength, 0))
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.byteLength
  }
  return whole
}
