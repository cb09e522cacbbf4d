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
  readonly #header = new Uint8Array(frameHeaderBytes)
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
      if (this.#headerFilled === 0 && at + frameHeaderBytes <= bytes.byteLength) {
        at = this.#pass(bytes, at + frameHeaderBytes, this.#count(bytes, at))
        continue
      }
      const piece = bytes.subarray(at, at + frameHeaderBytes - this.#headerFilled)
      this.#header.set(piece, this.#headerFilled)
      this.#headerFilled += piece.byteLength
      at += piece.byteLength
      if (this.#headerFilled < frameHeaderBytes) return
      this.#headerFilled = 0
      at = this.#pass(bytes, at, this.#count(this.#header, 0))
    }
  }

  /** Returns where the payload of a frame ends in a piece; what is not in it is skipped later. */
  #pass(bytes: Uint8Array, start: number, payloadBytes: number): number {
    const skipped = Math.min(payloadBytes, bytes.byteLength - start)
    this.#toSkip = payloadBytes - skipped
    return start + skipped
  }

  /** Returns the count of a stream so far. */
  of(streamId: number): StreamBytes {
    return this.#streams.get(streamId) ?? newStream()
  }

  /** Drops the count of a stream that is no longer needed. */
  forget(streamId: number): void {
    this.#streams.delete(streamId)
  }

  /** Counts the frame whose header is at a place. Returns the length of its payload. */
  #count(header: Uint8Array, at: number): number {
    const byte = (index: number) => header[at + index] ?? 0
    const payloadBytes = (byte(0) << 16) | (byte(1) << 8) | byte(2)
    const type = byte(3)
    if (countedTypes.has(type)) {
      const streamId = ((byte(5) & 0x7f) << 24) | (byte(6) << 16) | (byte(7) << 8) | byte(8)
      this.#countIn(streamId, type, byte(4), frameHeaderBytes + payloadBytes)
    }
    return payloadBytes
  }

  #countIn(streamId: number, type: number, flags: number, frameBytes: number): void {
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
