/** How many types a log distinguishes: a server may invent one for each message. */
const maxTypes = 1000
/** The longest type that is kept in memory, in characters. */
const maxTypeLength = 256
/** The number of all types that the table has no place for; such a message is read to know its type. */
export const otherType = 0xffff

/** The types of the messages in a log, such as the names of events, and how many messages have each. */
export class TypeTable {
  readonly #numbers = new Map<string, number>()
  readonly #names: string[] = []
  readonly #counts: number[] = []
  #otherCount = 0

  /** Counts a message, and returns the number of its type. Null: a type that is not distinguished. */
  add(name: string | null): number {
    let number = name === null ? otherType : this.numberOf(name)
    if (
      name !== null &&
      number === otherType &&
      this.#names.length < maxTypes &&
      name.length <= maxTypeLength
    ) {
      number = this.#names.push(name) - 1
      this.#numbers.set(name, number)
    }
    this.#count(number, 1)
    return number
  }

  /** Stops counting a message that was dropped. */
  drop(number: number): void {
    this.#count(number, -1)
  }

  /** Returns the number of a type, or {@link otherType}. */
  numberOf(name: string): number {
    return this.#numbers.get(name) ?? otherType
  }

  /** Returns the type with a number; null if the message must be read to know it. */
  nameOf(number: number): string | null {
    return this.#names[number] ?? null
  }

  /** The types by number. */
  get names(): readonly string[] {
    return this.#names
  }

  /** Returns the most frequent types, those first, and how many messages have another type. */
  mostFrequent(maxCount: number): {
    readonly types: readonly { readonly type: string; readonly count: number }[]
    readonly otherTypesCount: number
  } {
    const counts = this.#names
      .map((type, number) => ({ type, count: this.#counts[number] ?? 0 }))
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count)
    const rest = counts.slice(maxCount).reduce((sum, { count }) => sum + count, 0)
    return { types: counts.slice(0, maxCount), otherTypesCount: this.#otherCount + rest }
  }

  #count(number: number, change: number): void {
    if (number === otherType) this.#otherCount += change
    else this.#counts[number] = (this.#counts[number] ?? 0) + change
  }
}
