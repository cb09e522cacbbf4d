import { view } from '../core/run-state.ts'
import { callHost } from '../host.ts'
import { bytesFromBase64 } from './base64.ts'

/** Returns random bytes from the host. */
export function randomBytes(count: number): Uint8Array {
  return bytesFromBase64(callHost('random', count))
}

/** Returns a UUID of version 4 (RFC 9562). */
export function randomUuid(): string {
  const bytes = [...randomBytes(16)].map((byte, at) => {
    if (at === 6) return (byte & 0x0f) | 0x40
    return at === 8 ? (byte & 0x3f) | 0x80 : byte
  })
  const hex = bytes.map(byte => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

const state = Uint32Array.of(1, 2, 3, 4)

const rotate = (value: number, by: number) => (value << by) | (value >>> (32 - by))

function next(): number {
  const [a = 0, b = 0, c = 0, d = 0] = state
  const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0
  const mixed = c ^ a
  state.set([a ^ d ^ b, b ^ mixed, mixed ^ (b << 9), rotate(d ^ b, 11)])
  return result
}

/** Replaces `Math.random` (xoshiro128**) before libraries keep a reference to it. */
export function installRandom(): void {
  Math.random = () => (next() * 2 ** 21 + (next() >>> 11)) / 2 ** 53
}

/** Seeds `Math.random`, because every image is restored with the same generator state. */
export function seedRandom(): void {
  state.set(view().seed)
}
