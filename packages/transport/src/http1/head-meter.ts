/** Bytes of one response on the wire of HTTP/1.1, counted as they come. */
export class HeadMeter {
  #totalBytes = 0
  /** Where the final response's head began and ended, from the first byte of the answer. */
  #headStart = 0
  #headEnd: number | null = null
  #line = ''
  #lineBytes = 0
  #isStatusLine = true
  #isInterim = false

  /** To be shown each piece that arrives, in order. */
  push(bytes: Buffer): void {
    if (this.#headEnd === null) this.#readHead(bytes)
    this.#totalBytes += bytes.byteLength
  }

  /** Of the status line and header section of the final response, as far as it has come. */
  get headBytes(): number {
    return (this.#headEnd ?? this.#totalBytes) - this.#headStart
  }

  /** Everything after the head: content, the framing of its transfer coding, trailers. */
  get contentBytes(): number {
    return this.#headEnd === null ? 0 : this.#totalBytes - this.#headEnd
  }

  #readHead(bytes: Buffer): void {
    for (let at = 0; at < bytes.byteLength; ) {
      const lineEnd = bytes.indexOf(0x0a, at)
      const end = lineEnd === -1 ? bytes.byteLength : lineEnd
      // Enough to tell an empty line from another, and to see the status.
      if (this.#line.length < 16) this.#line += bytes.toString('latin1', at, Math.min(end, at + 16))
      this.#lineBytes += end - at
      at = end + 1
      if (lineEnd !== -1 && this.#endLine(this.#totalBytes + at)) return
    }
  }

  /** True at the end of the final head, which is at `position`. */
  #endLine(position: number): boolean {
    const isEmpty = this.#lineBytes === 0 || (this.#lineBytes === 1 && this.#line === '\r')
    const line = this.#line
    this.#line = ''
    this.#lineBytes = 0
    if (this.#isStatusLine) {
      // Parsers pass over empty lines before a status line (RFC 9112 §2.2).
      if (isEmpty) return false
      this.#isStatusLine = false
      this.#isInterim = /^HTTP\/\d\.\d 1(?!01)/.test(line)
      return false
    }
    if (!isEmpty) return false
    if (this.#isInterim) {
      this.#headStart = position
      this.#isStatusLine = true
      return false
    }
    this.#headEnd = position
    return true
  }
}
