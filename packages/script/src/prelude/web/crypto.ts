import { randomBytes, randomUuid } from './random.ts'
import { subtle } from './subtle-crypto.ts'
import { bytesOf } from './text-encoding.ts'

/** The limit of `getRandomValues` (Web Cryptography §10.1). */
const maxRandomBytes = 65_536

/** Randomness, digests, HMAC and AES for signing scripts, computed by the host. */
export const crypto = {
  randomUUID: randomUuid,
  getRandomValues<View extends ArrayBufferView>(view: View): View {
    const bytes = bytesOf(view)
    if (bytes.length > maxRandomBytes) throw new RangeError(`At most ${maxRandomBytes} bytes at a time`)
    bytes.set(randomBytes(bytes.length))
    return view
  },
  subtle,
}
