/** Enough for all calls that may still be repeated. */
const defaultLimit = 10_000

/** The IDs of the last sends that were started. */
export class StartedIds {
  readonly #ids = new Set<string>()
  readonly #limit: number

  constructor(limit = defaultLimit) {
    this.#limit = limit
  }

  /** False if the ID was added before. */
  add(id: string): boolean {
    if (this.#ids.has(id)) return false
    this.#ids.add(id)
    const [oldest] = this.#ids
    if (this.#ids.size > this.#limit && oldest !== undefined) this.#ids.delete(oldest)
    return true
  }
}
