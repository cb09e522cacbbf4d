/** Counts the bytes of one HTTP/1.1 response on the wire as they arrive. */
export class HeadMeter {
  #totalBytes = 0
  /** The offsets at which the final response's head began and ended, from the first byte received. */
  #headStart = 0
  #headEnd: number | null = null
  #line = ''
  #lineBytes = 0
  #isStatusLine = true
  #isInterim = false

  /** Must be called with each received piece, in order. */
  push(bytes: Buffer): void {
    if (this.#headEnd === null) this.#readHead(bytes)
    this.#totalBytes += bytes.byteLength
  }

  /** The bytes of the final response's status line and header section received so far. */
  get headBytes(): number {
    return (this.#headEnd ?? this.#totalBytes) - this.#headStart
  }

  /** The bytes after the head: content, chunk framing, trailers. */
  get contentBytes(): number {
    return this.#headEnd === null ? 0 : this.#totalBytes - this.#headEnd
  }

  #readHead(bytes: Buffer): void {
    for (let at = 0; at < bytes.byteLength; ) {
      const lineEnd = bytes.indexOf(0x0a, at)
      const end = lineEnd === -1 ? bytes.byteLength : lineEnd
      // Sixteen characters suffice to recognise an empty line and to read the status.
      if (this.#line.length < 16) this.#line += bytes.toString('latin1', at, Math.min(end, at + 16))
      this.#lineBytes += end - at
      at = end + 1
      if (lineEnd !== -1 && this.#endLine(this.#totalBytes + at)) return
    }
  }

  /** Returns whether the final head ends at `position`. */
  #endLine(position: number): boolean {
    const isEmpty = this.#lineBytes === 0 || (this.#lineBytes === 1 && this.#line === '\r')
    const line = this.#line
    this.#line = ''
    this.#lineBytes = 0
    if (this.#isStatusLine) {
      // Parsers skip empty lines before a status line (RFC 9112 §2.2).
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
