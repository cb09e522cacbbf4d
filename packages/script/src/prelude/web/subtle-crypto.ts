import { callHost } from '../host.ts'
import { base64FromBytes, bytesFromBase64 } from './base64.ts'
import { randomBytes } from './random.ts'
import { bytesOf } from './text-encoding.ts'

const ciphers = ['AES-CBC', 'AES-CTR', 'AES-GCM']
/** The digests, with the length of an HMAC key that is generated for each. */
const digests: Readonly<Record<string, number>> = {
  'SHA-1': 64,
  'SHA-256': 64,
  'SHA-384': 128,
  'SHA-512': 128,
}

interface SecretKey {
  readonly type: 'secret'
  readonly extractable: boolean
  readonly algorithm: {
    readonly name: string
    readonly hash?: { readonly name: string }
    readonly length: number
  }
  readonly usages: readonly string[]
}

const keyBytes = new WeakMap<object, Uint8Array>()

/** The part of Web Cryptography with secret keys: digests, HMAC and AES. */
export const subtle = {
  async digest(algorithm: unknown, data: unknown): Promise<ArrayBuffer> {
    return bufferOf(callHost('digest', hashName(algorithm), base64FromBytes(bytesOf(data))))
  },
  async generateKey(algorithm: unknown, extractable: unknown, usages: readonly string[]): Promise<SecretKey> {
    const name = algorithmName(algorithm)
    const bits: unknown = Reflect.get(Object(algorithm), 'length')
    const length =
      typeof bits === 'number' ? bits / 8 : name === 'HMAC' ? digests[hashName(hashOf(algorithm))] : undefined
    if (length === undefined) throw new TypeError(`crypto.subtle.generateKey for ${name} needs a length`)
    return makeKey(algorithm, randomBytes(length), extractable, usages)
  },
  async importKey(
    format: unknown,
    data: unknown,
    algorithm: unknown,
    extractable: unknown,
    usages: readonly string[],
  ): Promise<SecretKey> {
    if (format === 'jwk') {
      const text = String(Reflect.get(Object(data), 'k'))
        .replaceAll('-', '+')
        .replaceAll('_', '/')
      return makeKey(
        algorithm,
        bytesFromBase64(text.padEnd(Math.ceil(text.length / 4) * 4, '=')),
        extractable,
        usages,
      )
    }
    if (format !== 'raw')
      throw new Error(`crypto.subtle.importKey of the format ${String(format)} is not supported`)
    return makeKey(algorithm, bytesOf(data).slice(), extractable, usages)
  },
  async exportKey(format: unknown, key: SecretKey): Promise<ArrayBuffer | object> {
    const bytes = bytesOfKey(key)
    if (!key.extractable) throw new Error('The key is not extractable')
    if (format === 'raw') return bufferOf(base64FromBytes(bytes))
    if (format !== 'jwk')
      throw new Error(`crypto.subtle.exportKey in the format ${String(format)} is not supported`)
    const k = base64FromBytes(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
    return { kty: 'oct', k, ext: true, key_ops: [...key.usages] }
  },
  async sign(algorithm: unknown, key: SecretKey, data: unknown): Promise<ArrayBuffer> {
    requireHmac(algorithm)
    return signed(key, data)
  },
  async verify(algorithm: unknown, key: SecretKey, signature: unknown, data: unknown): Promise<boolean> {
    requireHmac(algorithm)
    return base64FromBytes(new Uint8Array(signed(key, data))) === base64FromBytes(bytesOf(signature))
  },
  async encrypt(algorithm: unknown, key: SecretKey, data: unknown): Promise<ArrayBuffer> {
    return ciphered('encrypt', algorithm, key, data)
  },
  async decrypt(algorithm: unknown, key: SecretKey, data: unknown): Promise<ArrayBuffer> {
    return ciphered('decrypt', algorithm, key, data)
  },
  deriveBits: notSupportedMethod('deriveBits'),
  deriveKey: notSupportedMethod('deriveKey'),
  wrapKey: notSupportedMethod('wrapKey'),
  unwrapKey: notSupportedMethod('unwrapKey'),
}

function notSupportedMethod(name: string): () => Promise<never> {
  return async () => {
    throw new Error(`crypto.subtle.${name} is not supported`)
  }
}

function makeKey(
  algorithm: unknown,
  bytes: Uint8Array,
  extractable: unknown,
  usages: readonly string[],
): SecretKey {
  const name = algorithmName(algorithm)
  const hash = name === 'HMAC' ? { hash: { name: hashName(hashOf(algorithm)) } } : {}
  const key: SecretKey = {
    type: 'secret',
    extractable: extractable === true,
    algorithm: { name, ...hash, length: bytes.length * 8 },
    usages: [...usages],
  }
  keyBytes.set(key, bytes)
  return key
}

function bytesOfKey(key: SecretKey): Uint8Array {
  const bytes = keyBytes.get(key)
  if (bytes === undefined) throw new TypeError('The key must be one of importKey or generateKey')
  return bytes
}

function signed(key: SecretKey, data: unknown): ArrayBuffer {
  const name = key.algorithm?.hash?.name ?? 'SHA-256'
  return bufferOf(callHost('hmac', name, base64FromBytes(bytesOfKey(key)), base64FromBytes(bytesOf(data))))
}

function ciphered(
  direction: 'encrypt' | 'decrypt',
  algorithm: unknown,
  key: SecretKey,
  data: unknown,
): ArrayBuffer {
  const read = (name: string): string => {
    const value: unknown = Reflect.get(Object(algorithm), name)
    return value === undefined ? '' : base64FromBytes(bytesOf(value))
  }
  const name = algorithmName(algorithm)
  if (!ciphers.includes(name)) throw new Error(`crypto.subtle.${direction} with ${name} is not supported`)
  const iv = name === 'AES-CTR' ? read('counter') : read('iv')
  const bytes = [bytesOfKey(key), bytesOf(data)].map(base64FromBytes)
  return bufferOf(
    callHost('cipher', direction, name, bytes[0] ?? '', iv, read('additionalData'), bytes[1] ?? ''),
  )
}

function bufferOf(base64: string): ArrayBuffer {
  const bytes = bytesFromBase64(base64)
  const buffer = new ArrayBuffer(bytes.length)
  new Uint8Array(buffer).set(bytes)
  return buffer
}

/** @returns the name of a supported algorithm in capitals */
function algorithmName(algorithm: unknown): string {
  const name: unknown = typeof algorithm === 'string' ? algorithm : Reflect.get(Object(algorithm), 'name')
  const known = String(name).toUpperCase()
  if (known !== 'HMAC' && !ciphers.includes(known))
    throw new Error(`crypto.subtle with ${String(name)} is not supported`)
  return known
}

function requireHmac(algorithm: unknown): void {
  if (algorithmName(algorithm) !== 'HMAC') throw new Error('crypto.subtle signs with HMAC only')
}

const hashOf = (algorithm: unknown): unknown => Reflect.get(Object(algorithm), 'hash')

function hashName(algorithm: unknown): string {
  const name = String(
    typeof algorithm === 'string' ? algorithm : Reflect.get(Object(algorithm), 'name'),
  ).toUpperCase()
  if (digests[name] === undefined) throw new Error(`The digest ${name} is not supported`)
  return name
}
