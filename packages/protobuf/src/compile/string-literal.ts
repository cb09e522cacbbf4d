import { ProtoSyntaxError } from './source-text.ts'

const simpleEscapes: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  f: 12,
  n: 10,
  r: 13,
  t: 9,
  v: 11,
  '\\': 92,
  "'": 39,
  '"': 34,
  '?': 63,
}

const escapes = /\\(?:([0-7]{1,3})|[xX]([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))/gs
const encoder = new TextEncoder()

/** Returns the bytes of a string with its quotes, whose offset in the file is `start`. */
export function bytesOfLiteral(literal: string, start: number): Uint8Array {
  const inner = literal.slice(1, -1)
  if (!inner.includes('\\')) return encoder.encode(inner)
  const pieces: Uint8Array[] = []
  let at = 0
  for (const match of inner.matchAll(escapes)) {
    pieces.push(encoder.encode(inner.slice(at, match.index)))
    pieces.push(bytesOfEscape(match, start + 1))
    at = match.index + match[0].length
  }
  pieces.push(encoder.encode(inner.slice(at)))
  return joinBytes(pieces)
}

function bytesOfEscape(match: RegExpExecArray, start: number): Uint8Array {
  const [, octal, hex, short, long, simple] = match
  if (octal !== undefined) return Uint8Array.of(Number.parseInt(octal, 8) & 0xff)
  if (hex !== undefined) return Uint8Array.of(Number.parseInt(hex, 16))
  const point = short ?? long
  if (point !== undefined && Number.parseInt(point, 16) <= 0x10_ffff)
    return encoder.encode(String.fromCodePoint(Number.parseInt(point, 16)))
  const code = simpleEscapes[simple ?? '']
  if (code === undefined)
    throw new ProtoSyntaxError(start + match.index, `The escape ${match[0]} is not known in a string.`)
  return Uint8Array.of(code)
}

/** Returns the pieces as one. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.byteLength, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.byteLength
  }
  return whole
}

/** Returns bytes as a descriptor has the default of a `bytes` field: C escapes for all that is not plain ASCII. */
export function escapeBytes(bytes: Uint8Array): string {
  return [...bytes].map(escapeByte).join('')
}

const writtenEscapes: Readonly<Record<number, string>> = {
  9: '\\t',
  10: '\\n',
  13: '\\r',
  34: '\\"',
  39: "\\'",
  92: '\\\\',
}

function escapeByte(byte: number): string {
  const isPlain = byte >= 32 && byte < 127
  const octal = `\\${byte.toString(8).padStart(3, '0')}`
  return writtenEscapes[byte] ?? (isPlain ? String.fromCharCode(byte) : octal)
}
