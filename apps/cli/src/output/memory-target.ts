import type { BodyTarget } from './body-target.ts'

/** The code of the error where content does not fit. */
export const bodyTooLargeCode = 'BODY_TOO_LARGE'

class BodyTooLargeError extends Error {
  readonly code = bodyTooLargeCode
}

/** Content held in memory, up to a limit; the write that would go beyond it is refused as a whole. */
export function memoryTarget(limitBytes: number): BodyTarget {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  let isBegun = false
  return {
    name: 'The JSON document',
    isStandardOutput: false,
    mayShow: false,
    async begin() {
      isBegun = true
    },
    async write(bytes) {
      if (sizeBytes + bytes.byteLength > limitBytes) throw new BodyTooLargeError()
      sizeBytes += bytes.byteLength
      // The giver may use its memory again.
      chunks.push(Uint8Array.from(bytes))
    },
    close: async () => {},
    kept: () => (isBegun ? { kind: 'memory', bytes: Buffer.concat(chunks) } : null),
  }
}
