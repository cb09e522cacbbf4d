import { trimEndOf } from '@parley/model'
/** Encodes bytes as Base64 (RFC 4648 §4) with padding. */
export function toBase64(bytes: Uint8Array): string {
  // Byte by byte, because a call accepts only a limited number of arguments.
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/** Encodes bytes as URL-safe Base64 (RFC 4648 §5) without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  return trimEndOf(toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_'), '=')
}

/** Decodes Base64 in either alphabet; returns null for any other text. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(binary, character => character.charCodeAt(0))
  } catch {
    return null
  }
}
