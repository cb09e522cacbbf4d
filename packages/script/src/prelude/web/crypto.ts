import { callHost } from '../host.ts'
import { base64FromBytes, bytesFromBase64 } from './base64.ts'
import { randomBytes, randomUuid } from './random.ts'
import { bytesOf } from './text-encoding.ts'

/** The limit of `getRandomValues` (Web Cryptography §10.1). */
const maxRandomBytes = 65_536

interface HmacKey {
  readonly type: 'secret'
  readonly extractable: boolean
  readonly algorithm: { readonly name: 'HMAC'; readonly hash: { readonly name: string } }
  readonly usages: readonly string[]
}

const keyBytes = new WeakMap<object, Uint8Array>()

/** Randomness, digests and HMAC for signing scripts, computed by the host. */
export const crypto = {
  randomUUID: randomUuid,
  getRandomValues<View extends ArrayBufferView>(view: View): View {
    const bytes = bytesOf(view)
    if (bytes.length > maxRandomBytes) throw new RangeError(`At most ${maxRandomBytes} bytes at a time`)
    bytes.set(randomBytes(bytes.length))
    return view
  },
  subtle: {
    async digest(algorithm: unknown, data: unknown): Promise<ArrayBuffer> {
      return bufferOf(callHost('digest', hashName(algorithm), base64FromBytes(bytesOf(data))))
    },
    async importKey(
      format: unknown,
      data: unknown,
      algorithm: unknown,
      extractable: unknown,
      usages: readonly string[],
    ): Promise<HmacKey> {
      if (format !== 'raw')
        throw new Error(`crypto.subtle.importKey of the format ${String(format)} is not supported`)
      requireHmac(algorithm)
      const hash = { name: hashName(Reflect.get(Object(algorithm), 'hash')) }
      const key: HmacKey = {
        type: 'secret',
        extractable: extractable === true,
        algorithm: { name: 'HMAC', hash },
        usages: [...usages],
      }
      keyBytes.set(key, bytesOf(data).slice())
      return key
    },
    async sign(algorithm: unknown, key: HmacKey, data: unknown): Promise<ArrayBuffer> {
      requireHmac(algorithm)
      return signed(key, data)
    },
    async verify(algorithm: unknown, key: HmacKey, signature: unknown, data: unknown): Promise<boolean> {
      requireHmac(algorithm)
      return base64FromBytes(new Uint8Array(signed(key, data))) === base64FromBytes(bytesOf(signature))
    },
  },
}

function signed(key: HmacKey, data: unknown): ArrayBuffer {
  const secret = keyBytes.get(key)
  if (secret === undefined) throw new TypeError('The key is none that importKey made')
  const { name } = key.algorithm.hash
  return bufferOf(callHost('hmac', name, base64FromBytes(secret), base64FromBytes(bytesOf(data))))
}

function bufferOf(base64: string): ArrayBuffer {
  const bytes = bytesFromBase64(base64)
  const buffer = new ArrayBuffer(bytes.length)
  new Uint8Array(buffer).set(bytes)
  return buffer
}

function requireHmac(algorithm: unknown): void {
  const name: unknown = typeof algorithm === 'string' ? algorithm : Reflect.get(Object(algorithm), 'name')
  if (String(name).toUpperCase() !== 'HMAC')
    throw new Error(`crypto.subtle with ${String(name)} is not supported`)
}

function hashName(algorithm: unknown): string {
  const name = String(
    typeof algorithm === 'string' ? algorithm : Reflect.get(Object(algorithm), 'name'),
  ).toUpperCase()
  if (!['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512'].includes(name))
    throw new Error(`The digest ${name} is not supported`)
  return name
}
