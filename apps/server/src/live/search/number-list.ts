/** A list of ascending numbers that grows: four bytes for each. */
export class NumberList {
  #numbers = new Uint32Array(1024)
  #length = 0

  get length(): number {
    return this.#length
  }

  add(numbers: readonly number[]): void {
    const length = this.#length + numbers.length
    if (length > this.#numbers.length) {
      const grown = new Uint32Array(Math.max(length, 2 * this.#numbers.length))
      grown.set(this.#numbers)
      this.#numbers = grown
    }
    this.#numbers.set(numbers, this.#length)
    this.#length = length
  }

  /** Returns the numbers at these positions. */
  slice(from: number, to: number): readonly number[] {
    return [...this.#numbers.subarray(Math.min(from, this.#length), Math.min(to, this.#length))]
  }

  /** Returns the position of the first number that is not less than a limit. */
  firstFrom(limit: number): number {
    let low = 0
    let high = this.#length
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      if ((this.#numbers[middle] ?? 0) < limit) low = middle + 1
      else high = middle
    }
    return low
  }
}
