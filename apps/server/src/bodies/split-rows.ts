import { decodePiece } from './decode-text.ts'

/** A line of more bytes is shown in several rows, so that no row is too long for a page to draw. */
export const maxRowBytes = 512

/**
 * Cuts bytes that begin with a row into rows: each ends behind a line feed, or before the character that
 * would make it too long. The last one is told only where `isLast`, as it may go on. Returns where it begins.
 */
export function splitRows(
  bytes: Uint8Array,
  encoding: string,
  isLast: boolean,
  onRow: (start: number, end: number, endsLine: boolean) => void,
): number {
  const endOfLine = encoding === 'utf-16le' ? lineEndLittle : encoding === 'utf-16be' ? lineEndBig : lineEnd
  let start = 0
  for (;;) {
    const limit = Math.min(start + maxRowBytes, bytes.byteLength)
    const lineEndsAt = endOfLine(bytes, start, limit)
    if (lineEndsAt !== -1) {
      onRow(start, lineEndsAt, true)
      start = lineEndsAt
    } else if (limit < bytes.byteLength) {
      const end = characterStart(bytes, start, limit, encoding)
      onRow(start, end, false)
      start = end
    } else break
  }
  if (isLast) onRow(start, bytes.byteLength, false)
  return start
}

/** Each: behind the line feed, or -1. */
function lineEnd(bytes: Uint8Array, start: number, limit: number): number {
  for (let at = start; at < limit; at += 1) if (bytes[at] === 0x0a) return at + 1
  return -1
}

function lineEndLittle(bytes: Uint8Array, start: number, limit: number): number {
  for (let at = start; at + 1 < limit; at += 2) if (bytes[at] === 0x0a && bytes[at + 1] === 0) return at + 2
  return -1
}

function lineEndBig(bytes: Uint8Array, start: number, limit: number): number {
  for (let at = start; at + 1 < limit; at += 2) if (bytes[at + 1] === 0x0a && bytes[at] === 0) return at + 2
  return -1
}

function characterStart(bytes: Uint8Array, start: number, limit: number, encoding: string): number {
  if (encoding === 'utf-8') {
    for (let at = limit; at > limit - 4; at -= 1) if (((bytes[at] ?? 0) & 0xc0) !== 0x80) return at
    return limit
  }
  const { usedBytes } = decodePiece(bytes.subarray(start, limit), encoding, false)
  return usedBytes === 0 ? limit : start + usedBytes
}
