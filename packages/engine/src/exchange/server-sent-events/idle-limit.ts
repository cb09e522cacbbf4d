import { longestWaitMs } from '../../basics/longest-wait-ms.ts'
import type { Wait } from '../../prepare/ports/engine-ports.ts'

/** Reports that nothing has happened for a time. */
export class IdleLimit {
  readonly #limitMs: number
  readonly #wait: Wait
  readonly #onIdle: () => void
  #timer = new AbortController()
  #isOver = false

  /** @param limitMs - 0: never */
  constructor(limitMs: number, wait: Wait, onIdle: () => void) {
    this.#limitMs = Math.min(limitMs, longestWaitMs)
    this.#wait = wait
    this.#onIdle = onIdle
    this.restart()
  }

  /** Whether the limit was reached. */
  get isOver(): boolean {
    return this.#isOver
  }

  restart(): void {
    this.end()
    if (this.#limitMs > 0) void this.#run()
  }

  end(): void {
    this.#timer.abort()
  }

  async #run(): Promise<void> {
    const timer = new AbortController()
    this.#timer = timer
    await this.#wait(this.#limitMs, timer.signal)
    if (timer.signal.aborted) return
    this.#isOver = true
    this.#onIdle()
  }
}
