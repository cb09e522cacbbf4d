/** Bytes of a row of the hex view. */
export const bytesPerRow = 16

/** A row of the hex view: the bytes in two groups of eight, and the ASCII characters among them. */
export function hexRow(bytes: Uint8Array): string {
  const pairs = Array.from(bytes, byte => byte.toString(16).padStart(2, '0'))
  const groups = `${pairs.slice(0, 8).join(' ')}  ${pairs.slice(8).join(' ')}`.padEnd(48)
  const characters = Array.from(bytes, byte =>
    byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.',
  )
  return `${groups}  ${characters.join('')}`
}

/** Rows from the bytes at an offset that is a multiple of a row. */
export function hexRows(
  bytes: Uint8Array,
  offset: number,
): readonly { readonly text: string; readonly label: string }[] {
  return Array.from({ length: Math.ceil(bytes.length / bytesPerRow) }, (_, row) => ({
    text: hexRow(bytes.subarray(row * bytesPerRow, (row + 1) * bytesPerRow)),
    label: (offset + row * bytesPerRow).toString(16).padStart(8, '0'),
  }))
}
