/** How many bytes of a body decide whether it is text. */
export const sampleBytes = 8192

/**
 * Decodes a piece that begins with a whole character. Unless it is the last piece, it is cut before a
 * character that continues in the next one: `usedBytes` may be 0 if it holds no whole character.
 */
export function decodePiece(
  bytes: Uint8Array,
  encoding: string,
  isLast: boolean,
): { readonly text: string; readonly usedBytes: number } {
  if (isLast) return { text: decoder(encoding).decode(bytes), usedBytes: bytes.byteLength }
  // No encoding has characters of more than 4 bytes, so at most 3 bytes belong to a cut character.
  for (let cut = 0; cut <= Math.min(3, bytes.byteLength); cut += 1) {
    const usedBytes = bytes.byteLength - cut
    const stream = decoder(encoding)
    const text = stream.decode(bytes.subarray(0, usedBytes), { stream: true })
    const isWhole = stream.decode() === ''
    if (isWhole) return { text, usedBytes }
  }
  return { text: decoder(encoding).decode(bytes), usedBytes: bytes.byteLength }
}

/** Creates a decoder that keeps U+FEFF, which is text unless it is the body's first character. */
function decoder(encoding: string) {
  return new TextDecoder(encoding, { ignoreBOM: true })
}
