import type { ContentPart } from './content-part.ts'

/** Hash functions of WebCrypto, which every host of the engine has. */
export type ShaName = 'SHA-1' | 'SHA-256' | 'SHA-384' | 'SHA-512'

/** Returns a digest (FIPS 180-4). */
export async function sha(name: ShaName, bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest(name, new Uint8Array(bytes)))
}

/** Returns a message authentication code (RFC 2104). */
export async function hmac(
  hash: ShaName,
  key: Uint8Array,
  bytes: Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  const algorithm = { name: 'HMAC', hash }
  // WebCrypto rejects an empty key. RFC 2104 pads keys with zero bytes, so one zero byte is equivalent.
  const raw = new Uint8Array(key.length === 0 ? [0] : key)
  const imported = await crypto.subtle.importKey('raw', raw, algorithm, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign(algorithm, imported, new Uint8Array(bytes)))
}

/** Returns lower-case hexadecimal, two digits per byte. */
export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0')
  return text
}

const encoder = new TextEncoder()

/** Encodes a text as UTF-8. */
export function utf8(text: string): Uint8Array {
  return encoder.encode(text)
}

/** Returns the content as one array; null if it includes a file or a stream, which only the transport reads. */
export function bytesOf(content: readonly ContentPart[]): Uint8Array<ArrayBuffer> | null {
  const pieces: Uint8Array[] = []
  for (const part of content) {
    if (part.kind !== 'bytes') return null
    pieces.push(part.bytes)
  }
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
