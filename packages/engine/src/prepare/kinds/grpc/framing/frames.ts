import { gunzip, gzip, inflate } from './compression.ts'

/** Why content of the server is not a sequence of messages. */
export class FrameError extends Error {
  readonly code: 'GRPC_FRAME' | 'GRPC_MESSAGE_TOO_LARGE'

  constructor(code: FrameError['code'], reason: string) {
    super(reason)
    this.code = code
  }
}

/** The flag and the length before each message. */
export const prefixBytes = 5

/** Flag, length, and the bytes of a message. */
function frameOf(message: Uint8Array, isCompressed: boolean): Uint8Array {
  const frame = new Uint8Array(prefixBytes + message.byteLength)
  frame[0] = isCompressed ? 1 : 0
  new DataView(frame.buffer).setUint32(1, message.byteLength)
  frame.set(message, prefixBytes)
  return frame
}

/** Returns a message as it is sent, compressed or not. */
export async function sentFrame(message: Uint8Array, isCompressed: boolean): Promise<Uint8Array> {
  return isCompressed ? frameOf(await gzip(message), true) : frameOf(message, false)
}

/** A message as it arrived. */
export interface ReceivedFrame {
  readonly bytes: Uint8Array
  readonly isCompressed: boolean
  /** Whether it is no message but the trailers, with which the content of gRPC-Web ends. */
  readonly isTrailers: boolean
}

/** The bits of the first byte of a frame. */
const flags = { compressed: 1, trailers: 0x80 } as const

/** Splits the content of a response into messages. */
export class FrameReader {
  readonly #maxMessageBytes: number
  readonly #knownFlags: number
  #prefix = new Uint8Array(prefixBytes)
  #prefixFilled = 0
  #message: Uint8Array | null = null
  #messageFilled = 0
  #flag = 0
  #isEnded = false

  /** @param hasTrailers - whether the content ends with the trailers */
  constructor(maxMessageBytes: number, hasTrailers: boolean) {
    this.#maxMessageBytes = maxMessageBytes
    this.#knownFlags = flags.compressed | (hasTrailers ? flags.trailers : 0)
  }

  /** Whether it is between two messages. */
  get isAtBoundary(): boolean {
    return this.#prefixFilled === 0 && this.#message === null
  }

  /**
   * Yields the messages that a piece of content completes.
   * @throws {@link FrameError}
   */
  *push(bytes: Uint8Array): Generator<ReceivedFrame, void, undefined> {
    let at = 0
    while (at < bytes.byteLength) {
      if (this.#isEnded) throw new FrameError('GRPC_FRAME', 'the response goes on after its trailers')
      const whole = this.#takeWhole(bytes, at)
      if (whole !== null) {
        at += prefixBytes + whole.byteLength
        yield this.#frameOf(whole)
        continue
      }
      if (this.#message === null) at += this.#fillPrefix(bytes.subarray(at))
      if (this.#message === null) return
      at += this.#fillMessage(this.#message, bytes.subarray(at))
      if (!this.#isComplete) return
      const message = this.#message
      this.#message = null
      yield this.#frameOf(message)
    }
  }

  /** Returns the message that begins at a place if the piece has all of it, as nearly all small ones; else null. */
  #takeWhole(bytes: Uint8Array, at: number): Uint8Array | null {
    const start = at + prefixBytes
    if (this.#message !== null || this.#prefixFilled > 0 || start > bytes.byteLength) return null
    const end = start + lengthAt(bytes, at + 1)
    if (end > bytes.byteLength) return null
    this.#begin(bytes[at] ?? 0, end - start)
    return bytes.subarray(start, end)
  }

  #frameOf(bytes: Uint8Array): ReceivedFrame {
    const isTrailers = (this.#flag & flags.trailers) !== 0
    this.#isEnded = isTrailers
    return { bytes, isCompressed: (this.#flag & flags.compressed) !== 0, isTrailers }
  }

  /**
   * Returns a message that is compressed as it was before.
   * @param encoding - the `grpc-encoding` of the response
   * @throws {@link FrameError}
   */
  async decompress(message: Uint8Array, encoding: string): Promise<Uint8Array> {
    const decompress = encoding === 'gzip' ? gunzip : encoding === 'deflate' ? inflate : null
    if (decompress === null)
      throw new FrameError(
        'GRPC_FRAME',
        encoding === '' || encoding === 'identity'
          ? 'a message is compressed, and grpc-encoding does not say how'
          : `a message is compressed with ${encoding.slice(0, 40)}, which is not known`,
      )
    const whole = await decompress(message, this.#maxMessageBytes)
    if (whole === 'tooLarge') throw this.#tooLarge()
    if (whole === 'invalid') throw new FrameError('GRPC_FRAME', `a message is no valid ${encoding}`)
    return whole
  }

  /** An empty message is complete as soon as its length is known. */
  get #isComplete(): boolean {
    return this.#message !== null && this.#messageFilled === this.#message.byteLength
  }

  #fillPrefix(bytes: Uint8Array): number {
    const piece = bytes.subarray(0, prefixBytes - this.#prefixFilled)
    this.#prefix.set(piece, this.#prefixFilled)
    this.#prefixFilled += piece.byteLength
    if (this.#prefixFilled < prefixBytes) return piece.byteLength
    this.#prefixFilled = 0
    const length = lengthAt(this.#prefix, 1)
    this.#begin(this.#prefix[0] ?? 0, length)
    this.#message = new Uint8Array(length)
    this.#messageFilled = 0
    return piece.byteLength
  }

  #begin(flag: number, length: number): void {
    if ((flag & ~this.#knownFlags) !== 0)
      throw new FrameError('GRPC_FRAME', `a message begins with the flag ${flag}`)
    if (length > this.#maxMessageBytes) throw this.#tooLarge()
    this.#flag = flag
  }

  #fillMessage(message: Uint8Array, bytes: Uint8Array): number {
    const piece = bytes.subarray(0, message.byteLength - this.#messageFilled)
    message.set(piece, this.#messageFilled)
    this.#messageFilled += piece.byteLength
    return piece.byteLength
  }

  #tooLarge(): FrameError {
    return new FrameError('GRPC_MESSAGE_TOO_LARGE', String(this.#maxMessageBytes))
  }
}

/** Returns the length at a place of a prefix. */
function lengthAt(bytes: Uint8Array, at: number): number {
  const byte = (index: number) => bytes[at + index] ?? 0
  return byte(0) * 2 ** 24 + (byte(1) << 16) + (byte(2) << 8) + byte(3)
}
