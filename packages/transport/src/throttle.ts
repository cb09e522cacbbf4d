/** Does something soon after it was asked to, but never more often than once an interval. */
export class Throttle {
  readonly #intervalMs: number
  readonly #act: () => void
  #actedAt = performance.now()
  #timer: NodeJS.Timeout | null = null

  constructor(intervalMs: number, act: () => void) {
    this.#intervalMs = intervalMs
    this.#act = act
  }

  ask(): void {
    if (this.#timer !== null) return
    const waitMs = this.#actedAt + this.#intervalMs - performance.now()
    this.#timer = setTimeout(
      () => {
        this.#timer = null
        this.#actedAt = performance.now()
        this.#act()
      },
      Math.max(0, waitMs),
    )
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }
}
