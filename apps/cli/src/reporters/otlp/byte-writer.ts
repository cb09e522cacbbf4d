const encoder = new TextEncoder()

/** Collects the bytes of a message of Protocol Buffers. */
export class ByteWriter {
  #bytes = new Uint8Array(4096)
  #view = new DataView(this.#bytes.buffer)
  #length = 0

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  /** @param value - a whole number from 0, below 2 to the power of 53 */
  varint(value: number): void {
    this.#reserve(8)
    this.#length = this.#writeVarint(value, this.#length)
  }

  /** @param value - from 0, below 2 to the power of 64 */
  fixed64(value: bigint): void {
    this.#reserve(8)
    this.#view.setBigUint64(this.#length, value, true)
    this.#length += 8
  }

  double(value: number): void {
    this.#reserve(8)
    this.#view.setFloat64(this.#length, value, true)
    this.#length += 8
  }

  /** Adds a text in UTF-8 after its length. */
  text(text: string): void {
    if (this.#asciiText(text)) return
    const bytes = encoder.encode(text)
    this.varint(bytes.length)
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  /** Adds a text of ASCII, as almost all are, without another array; false: it has other characters. */
  #asciiText(text: string): boolean {
    const start = this.#length
    this.varint(text.length)
    this.#reserve(text.length)
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code > 0x7f) {
        this.#length = start
        return false
      }
      this.#bytes[this.#length++] = code
    }
    return true
  }

  /** Adds the bytes of hexadecimal digits after their number. */
  hex(digits: string): void {
    const count = digits.length / 2
    this.varint(count)
    this.#reserve(count)
    for (let at = 0; at < digits.length; at += 2)
      this.#bytes[this.#length++] = digitAt(digits, at) * 16 + digitAt(digits, at + 1)
  }

  /** Adds what `write` adds, after its length. */
  prefixed(write: () => void): void {
    const start = this.#length
    this.#reserve(1)
    // Almost all messages are short, and their lengths have one byte: only longer ones move.
    this.#length += 1
    write()
    const size = this.#length - start - 1
    let more = 0
    for (let rest = size; rest > 0x7f; rest = Math.floor(rest / 0x80)) more += 1
    if (more > 0) {
      this.#reserve(more)
      this.#bytes.copyWithin(start + 1 + more, start + 1, this.#length)
      this.#length += more
    }
    this.#writeVarint(size, start)
  }

  #writeVarint(value: number, start: number): number {
    let at = start
    let rest = value
    for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) this.#bytes[at++] = (rest % 0x80) | 0x80
    this.#bytes[at++] = rest
    return at
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + count))
    larger.set(this.bytes())
    this.#bytes = larger
    this.#view = new DataView(larger.buffer)
  }
}

/** Returns the value of a lower-case hexadecimal digit. */
function digitAt(digits: string, at: number): number {
  const code = digits.charCodeAt(at)
  return code < 0x3a ? code - 0x30 : code - 0x57
}
