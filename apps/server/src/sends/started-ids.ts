/** Enough IDs to recognise all calls that may still be repeated. */
const defaultLimit = 10_000

/** The IDs of the latest started sends. */
export class StartedIds {
  readonly #ids = new Set<string>()
  readonly #limit: number

  constructor(limit = defaultLimit) {
    this.#limit = limit
  }

  /** Adds an ID; returns false if it was added before. */
  add(id: string): boolean {
    if (this.#ids.has(id)) return false
    this.#ids.add(id)
    const [oldest] = this.#ids
    if (this.#ids.size > this.#limit && oldest !== undefined) this.#ids.delete(oldest)
    return true
  }
}
