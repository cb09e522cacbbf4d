import type { ContentPart } from '../stages.ts'

/** Returns the length of a message's content in bytes (RFC 9110 §8.6). */
export function contentLengthBytes(content: readonly ContentPart[]): number {
  return content.reduce(
    (sum, part) => sum + (part.kind === 'bytes' ? part.bytes.byteLength : part.lengthBytes),
    0,
  )
}
