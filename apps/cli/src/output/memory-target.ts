import type { BodyTarget } from './body-target.ts'

/** The error code for content that exceeds the limit. */
export const bodyTooLargeCode = 'BODY_TOO_LARGE'

class BodyTooLargeError extends Error {
  readonly code = bodyTooLargeCode
}

/** Holds content in memory, up to a limit. A write that would exceed the limit is refused as a whole. */
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
      // Copied, as the caller may reuse its memory.
      chunks.push(Uint8Array.from(bytes))
    },
    close: async () => {},
    kept: () => (isBegun ? { kind: 'memory', bytes: Buffer.concat(chunks) } : null),
  }
}
