import type { Response } from '@parley/model'

/** How the bytes of a body read as text. */
export interface TextEncoding {
  /** A label that `TextDecoder` knows. */
  readonly name: string
  /** The byte order mark at the beginning, which is no part of the text. */
  readonly markBytes: number
}

/** How much of a body decides whether it is text. */
export const sampleBytes = 8192

/** A byte order mark decides (WHATWG Encoding §6), then what the response names where it is known; else UTF-8. */
export function textEncodingOf(start: Uint8Array, { content }: Pick<Response, 'content'>): TextEncoding {
  const [first, second, third] = start
  if (first === 0xef && second === 0xbb && third === 0xbf) return { name: 'utf-8', markBytes: 3 }
  if (first === 0xfe && second === 0xff) return { name: 'utf-16be', markBytes: 2 }
  if (first === 0xff && second === 0xfe) return { name: 'utf-16le', markBytes: 2 }
  return { name: knownName(content.charset), markBytes: 0 }
}

function knownName(charset: string): string {
  try {
    return charset === '' ? 'utf-8' : new TextDecoder(charset).encoding
  } catch {
    return 'utf-8'
  }
}

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
export function decodeStrictly(bytes: Uint8Array, encoding: string, isStart: boolean): string | null {
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
