/**
 * A line of an event stream, without its line break. Its bytes, or the first of them if it is longer than what the
 * splitter keeps, are those of `bytes` between `from` and `to`; they are valid during the call only.
 */
export interface StreamLine {
  readonly bytes: Uint8Array
  readonly from: number
  readonly to: number
  /** The byte offset at which the line begins in the stream. */
  readonly start: number
  readonly lengthBytes: number
}

export interface LineSplitterOptions {
  /** The most bytes of a line that are kept, so that a line without an end needs no memory. */
  readonly keptBytes: number
  /** Whether the bytes begin with the stream, where a byte order mark is left out. */
  readonly isStart: boolean
}

const lineFeed = 0x0a
const carriageReturn = 0x0d
const byteOrderMark = [0xef, 0xbb, 0xbf]
const noBytes = new Uint8Array()

/**
 * Splits bytes that arrive in any pieces into lines that end with LF, CR or CRLF (WHATWG HTML §9.2.6). All three
 * are single bytes in UTF-8, so lines need not be decoded to be found.
 */
export class LineSplitter {
  readonly #keptBytes: number
  readonly #onLine: (line: StreamLine) => void
  /** The bytes of the byte order mark that were seen so far; null after the start of the stream. */
  #markBytes: number | null
  #lineStart = 0
  #lineBytes = 0
  #pieces: Uint8Array[] = []
  #followsReturn = false

  constructor({ keptBytes, isStart }: LineSplitterOptions, onLine: (line: StreamLine) => void) {
    this.#keptBytes = keptBytes
    this.#onLine = onLine
    this.#markBytes = isStart ? 0 : null
  }

  write(bytes: Uint8Array): void {
    let at = 0
    while (this.#markBytes !== null && at < bytes.length) {
      if (bytes[at] !== byteOrderMark[this.#markBytes]) {
        this.#endStart()
        break
      }
      at += 1
      this.#markBytes += 1
      if (this.#markBytes === byteOrderMark.length) {
        this.#lineStart = this.#markBytes
        this.#markBytes = null
      }
    }
    this.#split(at === 0 ? bytes : bytes.subarray(at))
  }

  /** Returns the line that has no end yet; null if the stream ends after a line break. */
  end(): StreamLine | null {
    this.#endStart()
    return this.#lineBytes === 0 ? null : this.#line(noBytes, 0, 0)
  }

  /** Where the next line begins. */
  get offset(): number {
    return this.#lineStart
  }

  /** The beginning of a byte order mark that did not continue belongs to the first line. */
  #endStart(): void {
    const seen = this.#markBytes
    this.#markBytes = null
    if (seen !== null && seen > 0) this.#keep(new Uint8Array(byteOrderMark.slice(0, seen)))
  }

  #split(bytes: Uint8Array): void {
    let at = 0
    let nextFeed = bytes.indexOf(lineFeed)
    let nextReturn = bytes.indexOf(carriageReturn)
    while (at < bytes.length) {
      if (this.#followsReturn && bytes[at] === lineFeed) {
        at += 1
        this.#lineStart += 1
      }
      this.#followsReturn = false
      if (nextFeed !== -1 && nextFeed < at) nextFeed = bytes.indexOf(lineFeed, at)
      if (nextReturn !== -1 && nextReturn < at) nextReturn = bytes.indexOf(carriageReturn, at)
      const isReturn = nextReturn !== -1 && (nextFeed === -1 || nextReturn < nextFeed)
      const end = isReturn ? nextReturn : nextFeed
      if (end === -1) {
        this.#keep(bytes.subarray(at))
        return
      }
      this.#endLine(bytes, at, end)
      this.#followsReturn = isReturn
      at = end + 1
    }
  }

  #endLine(bytes: Uint8Array, from: number, to: number): void {
    const line = this.#line(bytes, from, to)
    this.#lineStart += line.lengthBytes + 1
    this.#lineBytes = 0
    if (this.#pieces.length > 0) this.#pieces = []
    this.#onLine(line)
  }

  /** Returns the line that ends with these bytes. */
  #line(bytes: Uint8Array, from: number, to: number): StreamLine {
    const start = this.#lineStart
    const lengthBytes = this.#lineBytes + to - from
    if (this.#pieces.length === 0)
      return { bytes, from, to: Math.min(to, from + this.#keptBytes), start, lengthBytes }
    const whole = this.#joined(bytes.subarray(from, to))
    return { bytes: whole, from: 0, to: whole.length, start, lengthBytes }
  }

  /** Copies the bytes, because the caller may use the buffer again. */
  #keep(bytes: Uint8Array): void {
    const left = this.#keptBytes - this.#lineBytes
    this.#lineBytes += bytes.length
    if (left > 0 && bytes.length > 0) this.#pieces.push(bytes.slice(0, left))
  }

  #joined(rest: Uint8Array): Uint8Array {
    const left = Math.max(0, this.#keptBytes - this.#lineBytes)
    const pieces = [...this.#pieces, rest.subarray(0, left)]
    const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
    let at = 0
    for (const piece of pieces) {
      whole.set(piece, at)
      at += piece.length
    }
    return whole
  }
}
