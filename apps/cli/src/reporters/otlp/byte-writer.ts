/** Collects the bytes of a message of Protocol Buffers. */
export class ByteWriter {
  #bytes = new Uint8Array(256)
  #length = 0

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  /** @param value - from 0, below 2 to the power of 64 */
  varint(value: bigint): void {
    let rest = value
    this.#reserve(10)
    for (; rest > 0x7fn; rest >>= 7n) this.#add(Number(rest & 0x7fn) | 0x80)
    this.#add(Number(rest))
  }

  fixed64(value: bigint): void {
    this.#viewOfNext8().setBigUint64(0, value, true)
  }

  double(value: number): void {
    this.#viewOfNext8().setFloat64(0, value, true)
  }

  /** Adds bytes after their number. */
  prefixed(bytes: Uint8Array): void {
    this.varint(BigInt(bytes.length))
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  #viewOfNext8(): DataView {
    this.#reserve(8)
    const view = new DataView(this.#bytes.buffer, this.#length, 8)
    this.#length += 8
    return view
  }

  #add(byte: number): void {
    this.#bytes[this.#length] = byte
    this.#length += 1
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + count))
    larger.set(this.bytes())
    this.#bytes = larger
  }
}
