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

/** The limits of decoding. */
interface DecodingLimits {
  /** Aborts decoding at once, with its reason. */
  readonly signal: AbortSignal
  /** Returns the number of encoded bytes received so far. */
  encodedBytes(): number
}

/** Creates the decoder of a content coding; `first` is the beginning of the content. */
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
 * Decodes content by its `Content-Encoding` (RFC 9110 §8.4), the last coding first. Content with an unknown
 * coding is returned unchanged, and empty content needs no decoding. Content decoded before a failure is
 * returned first. `signal` aborts at once, with its reason.
 * @throws TransportError `TOO_MANY_CODINGS`; while reading `INVALID_CONTENT_CODING`, or the error of the
 * source
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
  // Not awaited: the source may be silent for long, and its owner ends it.
  void feed(decoder, first.value, source)
  const onAbort = () => decoder.destroy(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  let decodedBytes = 0
  try {
    for await (const bytes of decoded) {
      decodedBytes += bytes.byteLength
      // Checked for each layer, because the output of one layer may be huge and that of the next one empty.
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

/**
 * Writes the source to a decoder piece by piece; a failure of the source becomes an error of the decoder's
 * output.
 */
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

/** Resolves when the decoder has returned the output of these bytes, or is destroyed. */
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

/** Content that unpacks to more than this and to more than {@link maxExpansion} times its size is a bomb. */
export const alwaysAllowedBytes = 64 * 1024 * 1024
const maxExpansion = 200

/** @throws TransportError `DECODED_TOO_LARGE` */
function checkExpansion(encodedBytes: number, decodedBytes: number): void {
  const allowed = Math.max(alwaysAllowedBytes, encodedBytes * maxExpansion)
  if (decodedBytes > allowed) {
    throw new TransportError('protocol', 'DECODED_TOO_LARGE', `${Math.round(allowed / 1_048_576)} MB`)
  }
}
