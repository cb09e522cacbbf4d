/** Runs an action within an interval after a request for it, and at most once per interval. */
export class Throttle {
  readonly #intervalMs: number
  readonly #act: () => void
  #actedAt = performance.now()
  /** What begins the timer, as most exchanges have ended by then, and a timer costs far more. */
  #beginning: NodeJS.Immediate | null = null
  #timer: NodeJS.Timeout | null = null

  constructor(intervalMs: number, act: () => void) {
    this.#intervalMs = intervalMs
    this.#act = act
  }

  ask(): void {
    if (this.#beginning !== null || this.#timer !== null) return
    this.#beginning = setImmediate(() => this.#begin())
  }

  #begin(): void {
    this.#beginning = null
    const isSoonAfter = performance.now() - this.#actedAt < this.#intervalMs
    // The whole interval, not its remainder: timers of one length cost far less than many different ones.
    this.#timer = setTimeout(() => this.#fire(), isSoonAfter ? this.#intervalMs : 0)
  }

  #fire(): void {
    this.#timer = null
    this.#actedAt = performance.now()
    this.#act()
  }

  stop(): void {
    if (this.#beginning !== null) clearImmediate(this.#beginning)
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#beginning = null
    this.#timer = null
  }
}
