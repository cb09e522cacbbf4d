/** Collects what earlier pieces have of a token, in time that is linear to its length. */
export class TokenHead {
  #text = ''
  #bytes = new Uint8Array(0)
  #length = 0

  append(part: string | Uint8Array): void {
    if (typeof part === 'string') this.#text += part
    else {
      const needed = this.#length + part.length
      if (needed > this.#bytes.length) {
        const grown = new Uint8Array(Math.max(needed, 2 * this.#bytes.length, 256))
        grown.set(this.#bytes)
        this.#bytes = grown
      }
      this.#bytes.set(part, this.#length)
    }
    this.#length += part.length
  }

  /** Returns the collected text. Bytes are decoded as UTF-8. */
  toText(): string {
    if (this.#text !== '') return this.#text
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.#bytes.subarray(0, this.#length))
  }
}
