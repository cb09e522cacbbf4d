import type { Transform } from 'node:stream'
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'
import { systemCode, TransportError } from '../transport-error.ts'
import { readWithoutLoss } from './read-without-loss.ts'

/** More layers than any honest server uses (behaviour, Decompression). */
const maxLayers = 5

/** The limits of decoding. */
interface DecodingLimits {
  /** Aborts decoding at once, with its reason. */
  readonly signal: AbortSignal
  /** Returns the number of encoded bytes received so far. */
  encodedBytes(): number
  /** Called with a coding that the content does not have. */
  onNotCoded(coding: string): void
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
 * coding is returned unchanged, and empty content needs no decoding. Content that does not have its coding from its first
 * byte on is returned as it came, and `onNotCoded` is called. Content decoded before a failure is
 * returned first. `signal` aborts at once, with its reason.
 * @throws TransportError `TOO_MANY_CODINGS`; while reading `INVALID_CONTENT_CODING`, or the error of the
 * source
 */
export function decodeContent(
  source: AsyncGenerator<Buffer, void, undefined>,
  contentEncoding: string,
  signal: AbortSignal,
  onNotCoded: (coding: string) => void,
): AsyncGenerator<Buffer, void, undefined> {
  const codings = contentEncoding
    .split(',')
    .map(coding => coding.trim().toLowerCase())
    .filter(coding => coding !== '' && coding !== 'identity')
  if (codings.length > maxLayers) {
    throw new TransportError('protocol', 'TOO_MANY_CODINGS', String(codings.length))
  }
  const layers = codings.map(coding => ({
    coding,
    create: Object.hasOwn(decoders, coding) ? decoders[coding] : undefined,
  }))
  if (layers.length === 0 || layers.some(({ create }) => create === undefined)) return source
  let encodedBytes = 0
  const counted = (async function* () {
    for await (const bytes of source) {
      encodedBytes += bytes.byteLength
      yield bytes
    }
  })()
  const limits = { signal, encodedBytes: () => encodedBytes, onNotCoded }
  return layers.reduceRight<AsyncGenerator<Buffer, void, undefined>>(
    (content, { coding, create }) => (create ? decodeLayer(content, { coding, create }, limits) : content),
    counted,
  )
}

interface Layer {
  readonly coding: string
  readonly create: CreateDecoder
}

async function* decodeLayer(
  source: AsyncGenerator<Buffer, void, undefined>,
  { coding, create }: Layer,
  limits: DecodingLimits,
): AsyncGenerator<Buffer, void, undefined> {
  const { signal } = limits
  const first = await source.next()
  if (first.done) return
  const decoder = create(first.value)
  const decoded = readWithoutLoss(decoder)
  const feed = new Feed(decoder, first.value, source)
  const onAbort = () => decoder.destroy(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  let decodedBytes = 0
  try {
    for await (const bytes of decoded) {
      decodedBytes += bytes.byteLength
      feed.forget()
      // Checked for each layer, because the output of one layer may be huge and that of the next one empty.
      checkExpansion(limits.encodedBytes(), decodedBytes)
      yield bytes
    }
  } catch (error) {
    if (error instanceof TransportError || signal.aborted) throw error
    if (!feed.mayBeUncoded(error)) throw new TransportError('protocol', 'INVALID_CONTENT_CODING')
    limits.onNotCoded(coding)
    yield* feed.uncoded()
  } finally {
    signal.removeEventListener('abort', onAbort)
    decoder.destroy()
  }
}

/** Content without any decoded byte is taken for truncated rather than uncoded if it is longer. */
const mostTruncatedBytes = 1024

/**
 * Writes a source to a decoder piece by piece; a failure of the source becomes an error of the decoder's output. Keeps
 * what it wrote until the decoder has returned something.
 */
class Feed {
  readonly #source: AsyncGenerator<Buffer, void, undefined>
  readonly #ended: Promise<void>
  #kept: Buffer[] | null
  #keptBytes = 0
  #sourceError: { readonly error: unknown } | null = null

  constructor(decoder: Transform, first: Buffer, source: AsyncGenerator<Buffer, void, undefined>) {
    this.#source = source
    this.#kept = [first]
    this.#keptBytes = first.byteLength
    // Not awaited: the source may be silent for long, and its owner ends it.
    this.#ended = this.#run(decoder, first)
  }

  /** The decoder has returned something. */
  forget(): void {
    this.#kept = null
  }

  /** Returns whether the decoder failed on what is not coded as it expects. */
  mayBeUncoded(error: unknown): boolean {
    if (this.#kept === null || this.#sourceError !== null) return false
    return systemCode(error) !== 'Z_BUF_ERROR' || this.#keptBytes <= mostTruncatedBytes
  }

  /** Returns the content as it came, from its beginning, after the decoder has failed. */
  async *uncoded(): AsyncGenerator<Buffer, void, undefined> {
    yield* this.#takeKept()
    // A piece may be on its way to the decoder.
    await this.#ended
    yield* this.#takeKept()
    if (this.#sourceError !== null) throw this.#sourceError.error
    yield* this.#source
  }

  #takeKept(): readonly Buffer[] {
    return this.#kept?.splice(0) ?? []
  }

  async #run(decoder: Transform, first: Buffer): Promise<void> {
    try {
      await write(decoder, first)
      while (!decoder.destroyed) {
        // A loop over the source would close it at its end.
        const { done, value } = await this.#source.next()
        if (done === true) break
        this.#keep(value)
        await write(decoder, value)
      }
      decoder.end()
    } catch (error) {
      this.#sourceError = { error }
      decoder.destroy(error instanceof Error ? error : new Error(String(error)))
    }
  }

  #keep(bytes: Buffer): void {
    if (this.#kept === null) return
    this.#kept.push(bytes)
    this.#keptBytes += bytes.byteLength
    // A coding that returns nothing for so long is the right one.
    if (this.#keptBytes > mostKeptBytes) this.#kept = null
  }
}

/** How much content is kept before the first decoded byte. */
const mostKeptBytes = 1024 * 1024

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
