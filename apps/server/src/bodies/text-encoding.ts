import type { Response } from '@parley/model'

/** The encoding that a response names, where it is one that can be decoded; else UTF-8. */
export function textEncodingOf({ content }: Response): string {
  try {
    return content.charset === '' ? 'utf-8' : new TextDecoder(content.charset).encoding
  } catch {
    return 'utf-8'
  }
}

/** The text of a piece, cut before a character that goes on in the next piece. */
export function decodePiece(
  bytes: Uint8Array,
  encoding: string,
  isLast: boolean,
): { readonly text: string; readonly usedBytes: number } {
  const usedBytes = isLast ? bytes.byteLength : wholeCharacters(bytes, encoding)
  const text = new TextDecoder(encoding).decode(bytes.subarray(0, usedBytes))
  return { text, usedBytes }
}

/** Whether the first bytes of a body read as text: no NUL, and valid in their encoding. */
export function isText(bytes: Uint8Array, encoding: string): boolean {
  const start = bytes.subarray(0, 8192)
  if (!encoding.startsWith('utf-16') && start.includes(0)) return false
  const whole =
    start.byteLength < bytes.byteLength ? start.subarray(0, wholeCharacters(start, encoding)) : start
  return !new TextDecoder(encoding).decode(whole).includes('\ufffd')
}

/** How many of the bytes are not a part of a character that is cut off. */
function wholeCharacters(bytes: Uint8Array, encoding: string): number {
  if (encoding.startsWith('utf-16')) return bytes.byteLength - (bytes.byteLength % 2)
  if (encoding !== 'utf-8') return bytes.byteLength
  for (let back = 1; back <= Math.min(4, bytes.byteLength); back += 1) {
    const byte = bytes[bytes.byteLength - back] ?? 0
    if (byte < 0x80) return bytes.byteLength
    if (byte < 0xc0) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return length > back ? bytes.byteLength - back : bytes.byteLength
  }
  return bytes.byteLength
}
