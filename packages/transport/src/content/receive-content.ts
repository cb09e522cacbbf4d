import type { BodyWriter } from '@parley/engine'
import { type ContentProgress, nothingReceived } from '../response-of-head.ts'
import { Throttle } from '../throttle.ts'
import { TransportError } from '../transport-error.ts'
import { decodeContent } from './content-decoding.ts'

export interface ReceiveOptions {
  /** The content, transfer codings undone and content codings not. */
  readonly content: AsyncGenerator<Buffer, void, undefined>
  readonly contentEncoding: string
  readonly writer: BodyWriter
  /** Bytes of it on the wire so far, framing included. */
  wireBytes(): number
  /** Ends the receiving at once, with its reason. */
  readonly signal: AbortSignal
  /** How often growth is told of at most; the latest is told within as long. */
  readonly growthIntervalMs: number
  onGrowth(progress: ContentProgress): void
}

/** What was received; an error beside it says why that is not all. */
export interface ReceivedContent {
  readonly progress: ContentProgress
  readonly error: unknown
}

/** Decodes content and stores it, as fast as the store takes it. Does not reject. */
export async function receiveContent(options: ReceiveOptions): Promise<ReceivedContent> {
  const { writer, signal } = options
  let { decodedBytes } = nothingReceived
  const progress = (isComplete: boolean) => ({ wireBytes: options.wireBytes(), decodedBytes, isComplete })
  const growth = new Throttle(options.growthIntervalMs, () => options.onGrowth(progress(false)))
  try {
    for await (const bytes of decodeContent(options.content, options.contentEncoding, signal)) {
      if (signal.aborted) throw signal.reason
      await store(writer, bytes)
      decodedBytes += bytes.byteLength
      growth.ask()
    }
    // A body that the connection's end ends looks whole when the connection is cut.
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

/** The response cannot be kept: the disk is full, the folder is gone. */
export function bodyNotStored(error: unknown): TransportError {
  return new TransportError('file', 'BODY_NOT_STORED', error instanceof Error ? error.message : String(error))
}
