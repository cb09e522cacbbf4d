import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Of AES-256. */
export const keyBytes = 32

const algorithm = 'aes-256-gcm'
const formatVersion = 1
const nonceBytes = 12
const tagBytes = 16

/**
 * Encrypts a text for one place (AES-256-GCM, NIST SP 800-38D): elsewhere it cannot be opened, so that no
 * one who can write the file makes one secret pass for another. Version, nonce, tag, then the content.
 */
export function seal(key: Uint8Array, place: string, text: string): Uint8Array {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(place))
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(formatVersion), nonce, cipher.getAuthTag(), content])
}

/** Null where it was sealed with another key, for another place, or was changed since. */
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
