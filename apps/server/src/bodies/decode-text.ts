/** How much of a body decides whether it is text. */
export const sampleBytes = 8192

/**
 * The text of a piece that begins with a whole character. Unless it is the last one, it is cut before
 * a character that goes on in the next piece: `usedBytes` may be 0 where not even one is whole.
 */
export function decodePiece(
  bytes: Uint8Array,
  encoding: string,
  isLast: boolean,
): { readonly text: string; readonly usedBytes: number } {
  if (isLast) return { text: decoder(encoding).decode(bytes), usedBytes: bytes.byteLength }
  // No encoding has characters of more than 4 bytes, so at most 3 belong to one that is cut.
  for (let cut = 0; cut <= Math.min(3, bytes.byteLength); cut += 1) {
    const usedBytes = bytes.byteLength - cut
    const stream = decoder(encoding)
    const text = stream.decode(bytes.subarray(0, usedBytes), { stream: true })
    const isWhole = stream.decode() === ''
    if (isWhole) return { text, usedBytes }
  }
  return { text: decoder(encoding).decode(bytes), usedBytes: bytes.byteLength }
}

/** Whether the first bytes of a body read as text: no NUL, and valid in their encoding. */
export function isText(start: Uint8Array, encoding: string): boolean {
  if (!encoding.startsWith('utf-16') && start.includes(0)) return false
  return decodeStrictly(start, encoding, true) !== null
}

/** The text, or null where a byte is not valid; with `isStart` a character may be cut off at the end. */
function decodeStrictly(bytes: Uint8Array, encoding: string, isStart: boolean): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isStart })
  } catch {
    return null
  }
}

/** A U+FEFF that is not the body's first character is text and stays. */
function decoder(encoding: string) {
  return new TextDecoder(encoding, { ignoreBOM: true })
}
