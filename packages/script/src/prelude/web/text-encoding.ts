import { binaryText } from './base64.ts'

/** Encodes a text as UTF-8; a lone surrogate becomes U+FFFD. */
export function utf8Bytes(text: string): Uint8Array {
  const bytes: number[] = []
  for (const character of text.toWellFormed()) {
    const code = character.codePointAt(0) ?? 0
    if (code < 0x80) bytes.push(code)
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63))
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63))
    else
      bytes.push(
        0xf0 | (code >> 18),
        0x80 | ((code >> 12) & 63),
        0x80 | ((code >> 6) & 63),
        0x80 | (code & 63),
      )
  }
  return Uint8Array.from(bytes)
}

/** Decodes UTF-8; each invalid byte becomes U+FFFD, or an error if `isFatal`. */
export function utf8Text(bytes: Uint8Array, isFatal = false): string {
  const pieces: string[] = []
  let at = 0
  while (at < bytes.length) {
    const { code, length } = codePointAt(bytes, at)
    if (code === null && isFatal) throw new TypeError('The encoded data was not valid for encoding utf-8')
    pieces.push(String.fromCodePoint(code ?? 0xfffd))
    at += length
  }
  return pieces.join('')
}

/** Returns the code point at `at`, or null and the number of invalid bytes (WHATWG Encoding §8.1.1). */
function codePointAt(
  bytes: Uint8Array,
  at: number,
): { readonly code: number | null; readonly length: number } {
  const first = bytes[at] ?? 0
  if (first < 0x80) return { code: first, length: 1 }
  const size =
    first >= 0xc2 && first < 0xe0
      ? 2
      : first >= 0xe0 && first < 0xf0
        ? 3
        : first >= 0xf0 && first < 0xf5
          ? 4
          : 0
  if (size === 0) return { code: null, length: 1 }
  let code = first & (0x7f >> size)
  for (let more = 1; more < size; more += 1) {
    const byte = bytes[at + more] ?? 0
    const low = more === 1 && first === 0xe0 ? 0xa0 : more === 1 && first === 0xf0 ? 0x90 : 0x80
    const high = more === 1 && first === 0xed ? 0x9f : more === 1 && first === 0xf4 ? 0x8f : 0xbf
    if (byte < low || byte > high) return { code: null, length: more }
    code = (code << 6) | (byte & 63)
  }
  return { code, length: size }
}

/** Returns the bytes of any view or buffer. */
export function bytesOf(source: unknown): Uint8Array {
  if (source instanceof ArrayBuffer) return new Uint8Array(source)
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
  throw new TypeError('Bytes must be an ArrayBuffer or a view of one')
}

export class TextEncoder {
  readonly encoding = 'utf-8'

  encode(text: unknown = ''): Uint8Array {
    return utf8Bytes(String(text))
  }
}

const latin1Labels = ['latin1', 'iso-8859-1', 'ascii', 'us-ascii']

export class TextDecoder {
  readonly encoding: string
  readonly fatal: boolean
  readonly ignoreBOM: boolean

  constructor(label = 'utf-8', options: { readonly fatal?: boolean; readonly ignoreBOM?: boolean } = {}) {
    const name = label.trim().toLowerCase()
    if (!['utf-8', 'utf8', 'utf-16le', 'utf-16', ...latin1Labels].includes(name))
      throw new RangeError(`The encoding ${label} is not supported`)
    this.encoding = name === 'utf8' ? 'utf-8' : name
    this.fatal = options.fatal ?? false
    this.ignoreBOM = options.ignoreBOM ?? false
  }

  decode(source?: unknown): string {
    const bytes = source === undefined ? new Uint8Array() : bytesOf(source)
    if (latin1Labels.includes(this.encoding)) return binaryText(bytes)
    const text = this.encoding === 'utf-8' ? utf8Text(bytes, this.fatal) : utf16Text(bytes)
    return !this.ignoreBOM && text.startsWith('\uFEFF') ? text.slice(1) : text
  }
}

function utf16Text(bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let at = 0; at + 1 < bytes.length; at += 2)
    pieces.push(String.fromCharCode((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)))
  return pieces.join('')
}
