/** The bytes of one stream's frames, frame headers included. */
export interface StreamBytes {
  /** The size of each block of header fields in turn: interim responses, the head, trailers. */
  readonly headerBlocks: readonly number[]
  readonly dataBytes: number
  /** Whether the stream's last frame has passed, so that the count is complete. */
  readonly isEnded: boolean
  /** Whether the stream was reset in this direction (RST_STREAM). */
  readonly isReset: boolean
}

/** Counts the bytes of each stream in one direction of an HTTP/2 connection (RFC 9113 §4.1). */
export class FrameCounts {
  readonly #streams = new Map<number, CountedStream>()
  readonly #header = Buffer.alloc(frameHeaderBytes)
  #headerFilled = 0
  #toSkip: number

  /** `prefaceBytes` is the number of bytes before the first frame. */
  constructor(prefaceBytes: number) {
    this.#toSkip = prefaceBytes
  }

  /** Must be called with each piece, in order. */
  push(bytes: Uint8Array): void {
    let at = Math.min(this.#toSkip, bytes.byteLength)
    this.#toSkip -= at
    while (at < bytes.byteLength) {
      const piece = bytes.subarray(at, at + frameHeaderBytes - this.#headerFilled)
      this.#header.set(piece, this.#headerFilled)
      this.#headerFilled += piece.byteLength
      at += piece.byteLength
      if (this.#headerFilled < frameHeaderBytes) return
      this.#headerFilled = 0
      const payloadBytes = this.#header.readUIntBE(0, 3)
      this.#count(frameHeaderBytes + payloadBytes)
      const skipped = Math.min(payloadBytes, bytes.byteLength - at)
      at += skipped
      this.#toSkip = payloadBytes - skipped
    }
  }

  /** Returns the count of a stream so far. */
  of(streamId: number): StreamBytes {
    return this.#streams.get(streamId) ?? newStream()
  }

  /** Drops the count of a stream that is no longer needed. */
  forget(streamId: number): void {
    this.#streams.delete(streamId)
  }

  /** Counts the frame whose header has just been completed. */
  #count(frameBytes: number): void {
    const [type = -1, flags = 0] = this.#header.subarray(3)
    if (!countedTypes.has(type)) return
    const streamId = this.#header.readUInt32BE(5) & 0x7fff_ffff
    // Only HEADERS adds an entry, so that a late frame does not restore a dropped stream.
    const stream = this.#streams.get(streamId) ?? (type === frameTypes.headers ? newStream() : null)
    if (stream === null) return
    this.#streams.set(streamId, stream)
    const isLast = (type === frameTypes.data || type === frameTypes.headers) && (flags & endStreamFlag) !== 0
    stream.isEnded ||= isLast
    stream.isReset ||= type === frameTypes.reset
    if (type === frameTypes.data) stream.dataBytes += frameBytes
    else if (type === frameTypes.headers) stream.headerBlocks.push(frameBytes)
    else if (type === frameTypes.continuation)
      stream.headerBlocks.push((stream.headerBlocks.pop() ?? 0) + frameBytes)
  }
}

const frameHeaderBytes = 9
const frameTypes = { data: 0, headers: 1, reset: 3, continuation: 9 } as const
const countedTypes: ReadonlySet<number> = new Set(Object.values(frameTypes))
const endStreamFlag = 1

interface CountedStream extends StreamBytes {
  readonly headerBlocks: number[]
  dataBytes: number
  isEnded: boolean
  isReset: boolean
}

function newStream(): CountedStream {
  return { headerBlocks: [], dataBytes: 0, isEnded: false, isReset: false }
}
