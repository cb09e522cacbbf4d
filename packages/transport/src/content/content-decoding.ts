import type { Transform } from 'node:stream'
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'
import { TransportError } from '../transport-error.ts'
import { readWithoutLoss } from './read-without-loss.ts'

/** More layers than any honest server uses (product decisions). */
const maxLayers = 5

/** What bounds the undoing of codings. */
interface DecodingLimits {
  /** Ends it at once, with its reason. */
  readonly signal: AbortSignal
  /** How much of the encoded content has come so far. */
  encodedBytes(): number
}

/** Makes the decoder of a content coding for content that begins with the given bytes. */
type CreateDecoder = (first: Buffer) => Transform

const decoders: Readonly<Record<string, CreateDecoder>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: first => (isZlibHeader(first) ? createInflate() : createInflateRaw()),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress(),
}

/** Many servers send `deflate` without the zlib header that RFC 9110 §8.4.1.2 demands. */
function isZlibHeader(first: Buffer): boolean {
  return ((first[0] ?? 0) & 0x0f) === 0x08
}

/**
 * Undoes a `Content-Encoding` (RFC 9110 §8.4), the last coding first. A coding that is not known
 * leaves the content as it came, and no content at all needs no decoding. What could be decoded
 * before a failure is given first. `signal` ends it at once, with its reason.
 * @throws TransportError `TOO_MANY_CODINGS`; while reading `INVALID_CONTENT_CODING`, or what the source throws
 */
export function decodeContent(
  source: AsyncGenerator<Buffer, void, undefined>,
  contentEncoding: string,
  signal: AbortSignal,
): AsyncGenerator<Buffer, void, undefined> {
  const codings = contentEncoding
    .split(',')
    .map(coding => coding.trim().toLowerCase())
    .filter(coding => coding !== '' && coding !== 'identity')
  if (codings.length > maxLayers) {
    throw new TransportError('protocol', 'TOO_MANY_CODINGS', String(codings.length))
  }
  const layers = codings.map(coding => (Object.hasOwn(decoders, coding) ? decoders[coding] : undefined))
  if (layers.length === 0 || layers.includes(undefined)) return source
  let encodedBytes = 0
  const counted = (async function* () {
    for await (const bytes of source) {
      encodedBytes += bytes.byteLength
      yield bytes
    }
  })()
  const limits = { signal, encodedBytes: () => encodedBytes }
  return layers.reduceRight<AsyncGenerator<Buffer, void, undefined>>(
    (content, layer) => (layer ? decodeLayer(content, layer, limits) : content),
    counted,
  )
}

async function* decodeLayer(
  source: AsyncGenerator<Buffer, void, undefined>,
  createDecoder: CreateDecoder,
  { signal, encodedBytes }: DecodingLimits,
): AsyncGenerator<Buffer, void, undefined> {
  const first = await source.next()
  if (first.done) return
  const decoder = createDecoder(first.value)
  const decoded = readWithoutLoss(decoder)
  // Not waited for: a source may be silent for long, and its end is its owner's matter.
  void feed(decoder, first.value, source)
  const onAbort = () => decoder.destroy(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  let decodedBytes = 0
  try {
    for await (const bytes of decoded) {
      decodedBytes += bytes.byteLength
      // Of each layer: what unpacks to a flood may itself unpack to nothing.
      checkExpansion(encodedBytes(), decodedBytes)
      yield bytes
    }
  } catch (error) {
    throw error instanceof TransportError ? error : new TransportError('protocol', 'INVALID_CONTENT_CODING')
  } finally {
    signal.removeEventListener('abort', onAbort)
    decoder.destroy()
  }
}

/** Gives a decoder its input piece by piece; a failure of the source comes out at its other end. */
async function feed(
  decoder: Transform,
  first: Buffer,
  source: AsyncGenerator<Buffer, void, undefined>,
): Promise<void> {
  try {
    await write(decoder, first)
    for await (const bytes of source) {
      if (decoder.destroyed) return
      await write(decoder, bytes)
    }
    decoder.end()
  } catch (error) {
    decoder.destroy(error instanceof Error ? error : new Error(String(error)))
  }
}

/** Resolves when the decoder has given all that the bytes decode to, or is destroyed. */
function write(decoder: Transform, bytes: Buffer): Promise<void> {
  if (decoder.destroyed) return Promise.resolve()
  return new Promise(resolve => {
    const done = () => {
      decoder.off('close', done)
      resolve()
    }
    decoder.once('close', done)
    decoder.write(bytes, done)
  })
}

/** Content that unpacks beyond this and beyond {@link maxExpansion} times its size is a bomb. */
export const alwaysAllowedBytes = 64 * 1024 * 1024
const maxExpansion = 200

/** @throws TransportError `DECODED_TOO_LARGE` */
function checkExpansion(encodedBytes: number, decodedBytes: number): void {
  const allowed = Math.max(alwaysAllowedBytes, encodedBytes * maxExpansion)
  if (decodedBytes > allowed) {
    throw new TransportError('protocol', 'DECODED_TOO_LARGE', `${Math.round(allowed / 1_048_576)} MB`)
  }
}
