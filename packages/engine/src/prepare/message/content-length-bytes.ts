import type { ContentPart } from '../../basics/content-part.ts'

/** Returns the length of a message's content in bytes (RFC 9110 §8.6), as far as it is known before it is sent. */
export function contentLengthBytes(content: readonly ContentPart[]): number {
  return content.reduce((sum, part) => sum + lengthOf(part), 0)
}

function lengthOf(part: ContentPart): number {
  switch (part.kind) {
    case 'bytes':
      return part.bytes.byteLength
    case 'file':
      return part.lengthBytes
    case 'stream':
      return 0
  }
}
