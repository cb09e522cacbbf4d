import { callHost } from '../../host.ts'
import { base64FromBytes } from '../../web/base64.ts'
import { Buffer } from '../../web/buffer.ts'
import { crypto as webCrypto } from '../../web/crypto.ts'
import { randomBytes } from '../../web/random.ts'

/** The names of digests in Node, and those of the host. */
const digests: Readonly<Record<string, string>> = {
  md5: 'MD5',
  sha1: 'SHA-1',
  sha256: 'SHA-256',
  sha384: 'SHA-384',
  sha512: 'SHA-512',
}

/** The part of Node's `crypto` that the sandbox has; the host computes it. */
export const nodeCrypto = {
  randomBytes: (count: unknown) => Buffer.from(randomBytes(Number(count))),
  randomUUID: webCrypto.randomUUID,
  randomInt: randomInteger,
  createHash: (name: unknown) =>
    new Digest(bytes => callHost('digest', digestName(name), base64FromBytes(bytes))),
  createHmac: (name: unknown, key: unknown) => {
    const secret = base64FromBytes(Buffer.from(key))
    return new Digest(bytes => callHost('hmac', digestName(name), secret, base64FromBytes(bytes)))
  },
  getHashes: () => Object.keys(digests),
  timingSafeEqual: (left: Uint8Array, right: Uint8Array) => {
    if (left.length !== right.length) throw new RangeError('Input buffers must have the same byte length')
    return Buffer.from(left).equals(right)
  },
  getRandomValues: webCrypto.getRandomValues,
  subtle: webCrypto.subtle,
  webcrypto: webCrypto,
}

function digestName(name: unknown): string {
  const known = digests[String(name).toLowerCase().replace('-', '')]
  if (known === undefined)
    throw new Error(
      `The digest ${String(name)} is not supported. Supported are ${Object.keys(digests).join(', ')}`,
    )
  return known
}

function randomInteger(first: number, second?: number): number {
  const [from, to] = second === undefined ? [0, first] : [first, second]
  if (!(to > from)) throw new RangeError('randomInt needs a maximum above its minimum')
  const [random = 0] = new Uint32Array(new Uint8Array(randomBytes(4)).buffer)
  return from + Math.floor((random / 2 ** 32) * (to - from))
}

/** A digest or HMAC that collects its data and computes it at the end. */
class Digest {
  #data = Buffer.alloc(0)
  readonly #compute: (bytes: Uint8Array) => string

  constructor(compute: (bytes: Uint8Array) => string) {
    this.#compute = compute
  }

  update(data: unknown, encoding?: unknown): this {
    this.#data = Buffer.concat([this.#data, Buffer.from(data, encoding)])
    return this
  }

  digest(encoding?: unknown): Buffer | string {
    const result = Buffer.from(this.#compute(this.#data), 'base64')
    return encoding === undefined ? result : result.toString(encoding)
  }
}
