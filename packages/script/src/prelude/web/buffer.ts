import { base64FromBytes, binaryText, bytesFromBase64, bytesOfBinary } from './base64.ts'
import { bytesOf, utf8Bytes, utf8Text } from './text-encoding.ts'

/** The commonly used part of Node's Buffer: text, Base64 and hexadecimal. */
export class Buffer extends Uint8Array {
  static override from(source: unknown, encoding?: unknown): Buffer {
    if (typeof source === 'string') return Buffer.#of(bytesOfText(source, encodingName(encoding)))
    if (source instanceof ArrayBuffer) return Buffer.#of(new Uint8Array(source))
    if (Array.isArray(source)) return Buffer.#of(Uint8Array.from(source))
    if (ArrayBuffer.isView(source)) return Buffer.#of(bytesOf(source))
    throw new TypeError('Buffer.from needs text, a list of bytes or a buffer')
  }

  static alloc(length: number, fill = 0): Buffer {
    return Buffer.#of(new Uint8Array(length).fill(fill))
  }

  static concat(parts: readonly Uint8Array[]): Buffer {
    const bytes = parts.flatMap(part => [...part])
    return Buffer.#of(Uint8Array.from(bytes))
  }

  static isBuffer(value: unknown): value is Buffer {
    return value instanceof Buffer
  }

  static byteLength(text: unknown, encoding?: unknown): number {
    return Buffer.from(text, encoding).length
  }

  static #of(bytes: Uint8Array): Buffer {
    const buffer = new Buffer(bytes.length)
    buffer.set(bytes)
    return buffer
  }

  override toString(encoding?: unknown): string {
    switch (encodingName(encoding)) {
      case 'base64':
        return base64FromBytes(this)
      case 'base64url':
        return base64FromBytes(this).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
      case 'hex':
        return [...this].map(byte => byte.toString(16).padStart(2, '0')).join('')
      case 'latin1':
        return binaryText(this)
      case 'utf8':
        return utf8Text(this)
    }
  }

  toJSON(): { readonly type: 'Buffer'; readonly data: readonly number[] } {
    return { type: 'Buffer', data: [...this] }
  }

  equals(other: Uint8Array): boolean {
    return this.length === other.length && this.every((byte, at) => byte === other[at])
  }
}

type EncodingName = 'utf8' | 'base64' | 'base64url' | 'hex' | 'latin1'

function encodingName(encoding: unknown): EncodingName {
  const name = String(encoding ?? 'utf8').toLowerCase()
  switch (name) {
    case 'base64':
    case 'base64url':
    case 'hex':
    case 'latin1':
      return name
    case 'binary':
    case 'ascii':
      return 'latin1'
    case 'utf8':
    case 'utf-8':
      return 'utf8'
  }
  throw new TypeError(`Unknown encoding: ${name}`)
}

function bytesOfText(text: string, encoding: EncodingName): Uint8Array {
  switch (encoding) {
    case 'hex': {
      const pairs = /^(?:[0-9a-f]{2})*/i.exec(text)?.[0].match(/../g) ?? []
      return Uint8Array.from(pairs.map(pair => Number.parseInt(pair, 16)))
    }
    case 'base64':
    case 'base64url':
      // Node accepts both alphabets, and ignores other characters.
      return bytesFromBase64(
        padded(
          text
            .replaceAll('-', '+')
            .replaceAll('_', '/')
            .replace(/[^A-Za-z0-9+/]/g, ''),
        ),
      )
    case 'latin1':
      return bytesOfBinary(text)
    case 'utf8':
      return utf8Bytes(text)
  }
}

function padded(base64: string): string {
  const whole = base64.length % 4 === 1 ? base64.slice(0, -1) : base64
  return whole.padEnd(Math.ceil(whole.length / 4) * 4, '=')
}
