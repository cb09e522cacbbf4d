import type { Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import { TransportError } from './transport-error.ts'

/** More layers than any honest server uses (product decisions). */
const maxLayers = 5

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress(),
}

/**
 * The decoders for a `Content-Encoding` (RFC 9110 §8.4), in the order to apply them. A coding that
 * is not known leaves the content as it came.
 */
export function contentDecoders(contentEncoding: string): Transform[] {
  const codings = contentEncoding
    .split(',')
    .map(coding => coding.trim().toLowerCase())
    .filter(coding => coding !== '' && coding !== 'identity')
  if (codings.length > maxLayers) {
    throw new TransportError('protocol', 'TOO_MANY_CODINGS', String(codings.length))
  }
  const known = codings.every(coding => Object.hasOwn(decoders, coding))
  return known ? codings.reverse().flatMap(coding => decoders[coding]?.() ?? []) : []
}

/** Content that unpacks beyond this and beyond {@link maxExpansion} times its size is a bomb. */
export const alwaysAllowedBytes = 64 * 1024 * 1024
const maxExpansion = 200

/** @throws TransportError `DECODED_TOO_LARGE` */
export function checkExpansion(wireBytes: number, decodedBytes: number): void {
  const allowed = Math.max(alwaysAllowedBytes, wireBytes * maxExpansion)
  if (decodedBytes > allowed) {
    throw new TransportError('protocol', 'DECODED_TOO_LARGE', `${Math.round(allowed / 1_048_576)} MB`)
  }
}
