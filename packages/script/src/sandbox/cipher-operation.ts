import { createCipheriv, createDecipheriv } from 'node:crypto'
import { RefusedCall } from './run-ledger.ts'

/** The ciphers of `crypto.subtle` that scripts have. */
export const cipherNames = ['AES-CBC', 'AES-CTR', 'AES-GCM'] as const

/** Something to encrypt or decrypt. */
export interface CipherCall {
  readonly direction: 'encrypt' | 'decrypt'
  readonly cipher: (typeof cipherNames)[number]
  readonly key: Uint8Array
  readonly iv: Uint8Array
  readonly additionalData: Uint8Array
  readonly data: Uint8Array
}

/** The length of the tag of AES-GCM (Web Cryptography §27, its default). */
const tagBytes = 16

/**
 * Encrypts or decrypts for a script.
 * @returns the result as Base64
 * @throws RefusedCall if key, initialization vector or data are wrong
 */
export function cipherOperation(call: CipherCall): string {
  try {
    return call.cipher === 'AES-GCM' ? withTag(call) : withoutTag(call)
  } catch {
    // What Node says of its own names would not help.
    throw new RefusedCall(`${call.cipher} cannot ${call.direction} this: check key, iv and data`)
  }
}

function withoutTag({ direction, cipher, key, iv, data }: CipherCall): string {
  const name = `aes-${key.byteLength * 8}-${cipher.slice(4).toLowerCase()}`
  const stream = direction === 'encrypt' ? createCipheriv(name, key, iv) : createDecipheriv(name, key, iv)
  return Buffer.concat([stream.update(data), stream.final()]).toString('base64')
}

function withTag({ direction, key, iv, additionalData, data }: CipherCall): string {
  const name = `aes-${key.byteLength * 8}-gcm` as 'aes-256-gcm'
  if (direction === 'encrypt') {
    const stream = createCipheriv(name, key, iv).setAAD(additionalData)
    return Buffer.concat([stream.update(data), stream.final(), stream.getAuthTag()]).toString('base64')
  }
  const end = data.byteLength - tagBytes
  const stream = createDecipheriv(name, key, iv)
    .setAAD(additionalData)
    .setAuthTag(data.subarray(Math.max(0, end)))
  return Buffer.concat([stream.update(data.subarray(0, Math.max(0, end))), stream.final()]).toString('base64')
}
