/** The place in a text at which typed bytes are wrong; both count from 1. */
export interface TypedBytesFault {
  readonly line: number
  readonly column: number
}

/** The ways in which bytes are typed. */
export type TypedBytesFormat = 'hex' | 'binary'

const notAllowed = { hex: /[^0-9A-Fa-f\s]/, binary: /[^A-Za-z0-9+/_\-\s]/ } as const

/**
 * Returns where typed bytes are wrong: two hexadecimal digits a byte, or Base64 (`binary`), with white space anywhere. Null
 * if they are not. Bytes that end too early are wrong at their end.
 */
export function typedBytesFault(format: TypedBytesFormat, text: string): TypedBytesFault | null {
  // The padding of Base64 only ends it.
  const content = format === 'binary' ? text.replace(/(?:=\s*){0,2}$/, '') : text
  const at = content.search(notAllowed[format])
  if (at !== -1) return placeOf(text, at)
  const count = content.replace(/\s/g, '').length
  const padding = text.slice(content.length).replace(/\s/g, '').length
  const isWhole = format === 'hex' ? count % 2 === 0 : count % 4 !== 1 && isPadded(count, padding)
  return isWhole ? null : placeOf(text, text.trimEnd().length)
}

/** Returns the bytes of hexadecimal digits; null if the text is anything else. */
export function hexBytes(text: string): Uint8Array<ArrayBuffer> | null {
  if (typedBytesFault('hex', text) !== null) return null
  const digits = text.replace(/\s/g, '')
  return Uint8Array.from({ length: digits.length / 2 }, (_, at) =>
    Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16),
  )
}

const base64Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Returns the bytes of hexadecimal digits as Base64 (RFC 4648 §4); empty if the text is anything else. */
export function base64OfHex(text: string): string {
  const bytes = hexBytes(text) ?? new Uint8Array()
  let base64 = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3)
    const bits = (first << 16) | (second << 8) | third
    const digits = [18, 12, 6, 0].map(shift => base64Digits[(bits >> shift) & 63]).join('')
    const count = Math.min(4, bytes.length - at + 1)
    base64 += digits.slice(0, count).padEnd(4, '=')
  }
  return base64
}

/** Padding may be left out, but not be wrong. */
function isPadded(count: number, padding: number): boolean {
  return padding === 0 || (count + padding) % 4 === 0
}

function placeOf(text: string, at: number): TypedBytesFault {
  const before = text.slice(0, at).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
