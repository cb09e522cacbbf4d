import type { WindowContext } from '../../window/window-context.ts'

/** What is left after a read: nothing, more at once, or more after a pause because the server is not done. */
export type ReadOutcome = 'whole' | 'more' | 'later'

/** The time until the progress of the server is requested again. */
const askAgainMs = 80

/** Reads something while it is watched, one call after another, and again whenever it has changed. */
export class FollowedReading {
  readonly #read: () => Promise<ReadOutcome>
  readonly #ports: Pick<WindowContext, 'after'>
  #watchers = 0
  #isNeeded = false
  #isReading = false

  constructor(read: () => Promise<ReadOutcome>, ports: Pick<WindowContext, 'after'>) {
    this.#read = read
    this.#ports = ports
  }

  /** Call after a change. Without a watcher it is read later. */
  refresh(): void {
    this.#isNeeded = true
    if (!this.#isReading && this.#watchers > 0) void this.#readOn()
  }

  /** Reads until the returned function is called. */
  watch(): () => void {
    this.#watchers += 1
    this.refresh()
    let isWatching = true
    return () => {
      if (isWatching) this.#watchers -= 1
      isWatching = false
    }
  }

  async #readOn(): Promise<void> {
    this.#isReading = true
    while (this.#watchers > 0 && this.#isNeeded) {
      this.#isNeeded = false
      const outcome = await this.#read()
      if (outcome === 'later') await new Promise<void>(resolve => this.#ports.after(askAgainMs, resolve))
      if (outcome !== 'whole') this.#isNeeded = true
    }
    this.#isReading = false
  }
}
