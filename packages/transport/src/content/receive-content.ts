import type { BodyWriter } from '@parley/engine'
import { type ContentProgress, nothingReceived } from '../response-of-head.ts'
import { Throttle } from '../throttle.ts'
import { TransportError } from '../transport-error.ts'
import { decodeContent } from './content-decoding.ts'

export interface ReceiveOptions {
  /** The content with its transfer codings removed and its content codings kept. */
  readonly content: AsyncGenerator<Buffer, void, undefined>
  readonly contentEncoding: string
  readonly writer: BodyWriter
  /** Returns the bytes received so far, framing included. */
  wireBytes(): number
  /** Aborts receiving at once, with its reason. */
  readonly signal: AbortSignal
  /** The shortest time between two reports of growth; the latest growth is reported within the same time. */
  readonly growthIntervalMs: number
  onGrowth(progress: ContentProgress): void
  /** Called with a coding that the content does not have although its Content-Encoding says so. */
  onNotCoded(coding: string): void
  /** Called with each decoded piece once it is stored. */
  onContent?: ((bytes: Uint8Array) => void) | undefined
}

/** The received content; `error` says why it is incomplete. */
export interface ReceivedContent {
  readonly progress: ContentProgress
  readonly error: unknown
}

/** Decodes content and stores it, as fast as the store accepts it. Never rejects. */
export async function receiveContent(options: ReceiveOptions): Promise<ReceivedContent> {
  const { writer, signal } = options
  let { decodedBytes } = nothingReceived
  const progress = (isComplete: boolean) => ({ wireBytes: options.wireBytes(), decodedBytes, isComplete })
  const growth = new Throttle(options.growthIntervalMs, () => options.onGrowth(progress(false)))
  try {
    const decoded = decodeContent(options.content, options.contentEncoding, signal, options.onNotCoded)
    for await (const bytes of decoded) {
      if (signal.aborted) throw signal.reason
      await store(writer, bytes)
      decodedBytes += bytes.byteLength
      options.onContent?.(bytes)
      growth.ask()
    }
    // Content that ends with the connection looks complete when the connection is aborted.
    if (signal.aborted) throw signal.reason
    return { progress: progress(true), error: null }
  } catch (error) {
    return { progress: progress(false), error }
  } finally {
    growth.stop()
  }
}

async function store(writer: BodyWriter, bytes: Buffer): Promise<void> {
  try {
    await writer.write(bytes)
  } catch (error) {
    throw bodyNotStored(error)
  }
}

/**
 * Returns the failure to store a response, for example because the disk is full or the folder was deleted.
 */
export function bodyNotStored(error: unknown): TransportError {
  return new TransportError('file', 'BODY_NOT_STORED', error instanceof Error ? error.message : String(error))
}
