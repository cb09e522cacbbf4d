import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** The length of an AES-256 key. */
export const keyBytes = 32

const algorithm = 'aes-256-gcm'
const formatVersion = 1
const nonceBytes = 12
const tagBytes = 16

/**
 * Encrypts a text for one place (AES-256-GCM, NIST SP 800-38D). It cannot be decrypted for another place, so
 * nobody who can write the file can swap secrets. The result is version, nonce, tag, then the content.
 */
export function seal(key: Uint8Array, place: string, text: string): Uint8Array {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(place))
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(formatVersion), nonce, cipher.getAuthTag(), content])
}

/** Returns null if the text was sealed with another key or for another place, or was changed. */
export function unseal(key: Uint8Array, place: string, sealed: Uint8Array): string | null {
  const contentAt = 1 + nonceBytes + tagBytes
  if (sealed[0] !== formatVersion || sealed.byteLength < contentAt) return null
  const nonce = sealed.subarray(1, 1 + nonceBytes)
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(place))
  decipher.setAuthTag(sealed.subarray(1 + nonceBytes, contentAt))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(contentAt)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
