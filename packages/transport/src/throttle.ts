/** Does something within an interval after it was asked to, and no more than once an interval. */
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
    const isSoonAfter = performance.now() - this.#actedAt < this.#intervalMs
    // Not what is left of the interval: timers of one length cost far less than such of many.
    this.#timer = setTimeout(() => this.#fire(), isSoonAfter ? this.#intervalMs : 0)
  }

  #fire(): void {
    this.#timer = null
    this.#actedAt = performance.now()
    this.#act()
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }
}
