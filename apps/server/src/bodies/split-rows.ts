import { decodePiece } from './decode-text.ts'

/** A line of more bytes is shown in several rows, so that no row is too long for a page to draw. */
export const maxRowBytes = 512
/**
 * A line with more control and hidden characters is also cut, as a page draws an element for each of them.
 */
export const maxMarkedInRow = 32

/**
 * Cuts bytes that begin with a row into rows. Each row ends after a line feed, or before the character that
 * would make it too long. The last row may continue, so it is not reported: returns the offset at which it
 * begins.
 */
export function splitRows(
  bytes: Uint8Array,
  encoding: string,
  onRow: (start: number, end: number, endsLine: boolean) => void,
): number {
  const rowEnd = rowEnds[encoding] ?? rowEndOfBytes
  let start = 0
  for (;;) {
    const limit = Math.min(start + maxRowBytes, bytes.byteLength)
    const found = rowEnd(bytes, start, limit)
    if (found !== null) {
      onRow(start, found.at, found.endsLine)
      start = found.at
    } else if (limit < bytes.byteLength) {
      const end = characterStart(bytes, start, limit, encoding)
      onRow(start, end, false)
      start = end
    } else break
  }
  return start
}

interface RowEnd {
  readonly at: number
  readonly endsLine: boolean
}

/**
 * Finds the end of a row: after the line feed, or before the marked character that exceeds the limit; null if
 * neither occurs.
 */
type FindRowEnd = (bytes: Uint8Array, start: number, limit: number) => RowEnd | null

const rowEnds: Readonly<Record<string, FindRowEnd>> = {
  'utf-8': (bytes, start, limit) => rowEndOfBytes(bytes, start, limit, utf8Kinds),
  'utf-16le': (bytes, start, limit) => rowEndOfUtf16(bytes, start, limit, 0),
  'utf-16be': (bytes, start, limit) => rowEndOfUtf16(bytes, start, limit, 1),
}

const plain = 0
const lineFeed = 1
const control = 2
const hiddenLead = 3

/** Creates a table of what each byte may be; a table is fast, and every byte of a body is checked. */
function byteKinds(hiddenLeads: readonly number[]): Uint8Array {
  const kinds = Uint8Array.from({ length: 256 }, (_, byte) => (isControl(byte) ? control : plain))
  for (const lead of hiddenLeads) kinds[lead] = hiddenLead
  kinds[0x0a] = lineFeed
  return kinds
}

/** For encodings in which a byte below 0x20 is always a control character. */
const anyKinds = byteKinds([])
/** The lead bytes of hidden characters in UTF-8. */
const utf8Kinds = byteKinds([0xc2, 0xd8, 0xe2, 0xef])

function rowEndOfBytes(bytes: Uint8Array, start: number, limit: number, kinds = anyKinds): RowEnd | null {
  let marked = 0
  for (let at = start; at < limit; at += 1) {
    const byte = bytes[at] ?? 0
    // A fast path for most bytes of most bodies.
    if (byte >= 0x20 && byte < 0x7f) continue
    const kind = kinds[byte]
    if (kind === plain) continue
    if (kind === lineFeed) return { at: at + 1, endsLine: true }
    if (kind === control || isHidden(utf8CodeAt(bytes, at))) marked += 1
    if (marked > maxMarkedInRow) return { at, endsLine: false }
  }
  return null
}

/** `lowAt`: the position of the low byte in a code unit. */
function rowEndOfUtf16(bytes: Uint8Array, start: number, limit: number, lowAt: 0 | 1): RowEnd | null {
  let marked = 0
  for (let at = start; at + 1 < limit; at += 2) {
    const code = (bytes[at + lowAt] ?? 0) | ((bytes[at + 1 - lowAt] ?? 0) << 8)
    if (code === 0x0a) return { at: at + 2, endsLine: true }
    if (isControl(code) || isHidden(code)) marked += 1
    if (marked > maxMarkedInRow) return { at, endsLine: false }
  }
  return null
}

/** Whether an editor draws the character as a control character. A tab is drawn as itself. */
function isControl(code: number): boolean {
  return (code < 0x20 && code !== 0x09) || code === 0x7f
}

/**
 * Whether an editor draws the non-ASCII character as an element: characters that are invisible or change the
 * text direction.
 */
function isHidden(code: number): boolean {
  if (code < 0x2000) return (code >= 0x80 && code <= 0x9f) || code === 0xad || code === 0x61c
  return (
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x2028 && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x2069) ||
    code === 0xfeff ||
    (code >= 0xfff9 && code <= 0xfffc)
  )
}

/** Decodes a character of two or three bytes; 0 for any other, and for one that is cut off. */
function utf8CodeAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  const second = bytes[at + 1]
  if (second === undefined || first >= 0xf0) return 0
  if (first < 0xe0) return ((first & 0x1f) << 6) | (second & 0x3f)
  const third = bytes[at + 2]
  return third === undefined ? 0 : ((first & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f)
}

function characterStart(bytes: Uint8Array, start: number, limit: number, encoding: string): number {
  if (encoding === 'utf-8') {
    for (let at = limit; at > limit - 4; at -= 1) if (((bytes[at] ?? 0) & 0xc0) !== 0x80) return at
    return limit
  }
  const { usedBytes } = decodePiece(bytes.subarray(start, limit), encoding, false)
  return usedBytes === 0 ? limit : start + usedBytes
}
