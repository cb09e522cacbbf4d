const lineFeed = 10
const carriageReturn = 13
const carriageReturns = Buffer.from('\r')

/**
 * Ends the lines between chunks with CRLF where a server ends them with LF (RFC 9112 §7.1), for a parser that accepts no
 * other end. The content of chunks stays as it is.
 */
export class ChunkLines {
  /** The bytes of the current chunk that have not arrived. */
  #contentBytes = 0
  #line = ''
  #last = 0
  /** After the content of a chunk comes an empty line, after the last chunk come trailers. */
  #expects: 'size' | 'end' | 'trailer' | 'nothing' = 'size'

  /** Must be called with each piece of a chunked body, in order. */
  push(bytes: Buffer): Buffer {
    const pieces: Buffer[] = []
    let at = 0
    while (at < bytes.byteLength) {
      if (this.#contentBytes > 0 || this.#expects === 'nothing') {
        const length = this.#expects === 'nothing' ? bytes.byteLength - at : this.#contentBytes
        const content = bytes.subarray(at, at + length)
        pieces.push(content)
        at += content.byteLength
        this.#contentBytes = Math.max(0, this.#contentBytes - content.byteLength)
        continue
      }
      const lineEnd = bytes.indexOf(lineFeed, at)
      const end = lineEnd === -1 ? bytes.byteLength : lineEnd
      this.#addToLine(bytes, at, end)
      pieces.push(bytes.subarray(at, end))
      at = end
      if (lineEnd === -1) break
      if (this.#last !== carriageReturn) pieces.push(carriageReturns)
      pieces.push(bytes.subarray(lineEnd, lineEnd + 1))
      at = lineEnd + 1
      this.#endLine()
    }
    return Buffer.concat(pieces)
  }

  #addToLine(bytes: Buffer, start: number, end: number): void {
    // The size is at the beginning of the line; 16 digits are more than any size has.
    if (this.#line.length < 16) this.#line += bytes.toString('latin1', start, Math.min(end, start + 16))
    if (end > start) this.#last = bytes[end - 1] ?? 0
  }

  #endLine(): void {
    const line = this.#line.trim()
    this.#line = ''
    this.#last = 0
    if (this.#expects === 'size') {
      const size = Number.parseInt(line, 16)
      this.#contentBytes = size
      if (size > 0) this.#expects = 'end'
      // What is no size is for the parser to refuse.
      else this.#expects = size === 0 ? 'trailer' : 'nothing'
      if (Number.isNaN(size)) this.#contentBytes = 0
    } else if (this.#expects === 'end') this.#expects = 'size'
    else if (line === '') this.#expects = 'nothing'
  }
}
