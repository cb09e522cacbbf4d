import type { WindowEvent } from '../contract/index.ts'

/** How long the sends of a window outlive its stream, so that a reload of the connection loses nothing. */
const graceMs = 60_000

/**
 * One event stream for each window of the page. Events hold the whole state of their send, so a slow
 * reader gets the newest state of each send instead of a growing backlog.
 */
export class WindowStreams {
  readonly #windows = new Map<string, WindowQueue>()
  readonly #graceTimers = new Map<string, NodeJS.Timeout>()
  readonly #onWindowGone: (windowId: string) => void

  constructor(onWindowGone: (windowId: string) => void) {
    this.#onWindowGone = onWindowGone
  }

  publish(windowId: string, event: WindowEvent): void {
    this.#windows.get(windowId)?.push(event)
  }

  /** The events of a window from `present` on; a second stream of the same window ends the first. */
  async *subscribe(
    windowId: string,
    present: readonly WindowEvent[],
    signal: AbortSignal | undefined,
  ): AsyncGenerator<WindowEvent> {
    clearTimeout(this.#graceTimers.get(windowId))
    this.#graceTimers.delete(windowId)
    this.#windows.get(windowId)?.end()
    const queue = new WindowQueue(present)
    this.#windows.set(windowId, queue)
    const onAbort = () => queue.end()
    signal?.addEventListener('abort', onAbort, { once: true })
    try {
      if (signal?.aborted) return
      yield* queue.events()
    } finally {
      signal?.removeEventListener('abort', onAbort)
      if (this.#windows.get(windowId) === queue) this.#closed(windowId)
    }
  }

  /** Ends all streams. */
  close(): void {
    for (const queue of this.#windows.values()) queue.end()
    for (const timer of this.#graceTimers.values()) clearTimeout(timer)
  }

  #closed(windowId: string): void {
    this.#windows.delete(windowId)
    const timer = setTimeout(() => {
      this.#graceTimers.delete(windowId)
      this.#onWindowGone(windowId)
    }, graceMs)
    this.#graceTimers.set(windowId, timer.unref())
  }
}

class WindowQueue {
  readonly #pending = new Map<string, WindowEvent>()
  #isEnded = false
  #wake: () => void = () => {}

  constructor(present: readonly WindowEvent[]) {
    for (const event of present) this.push(event)
  }

  push(event: WindowEvent): void {
    this.#pending.delete(event.sendId)
    this.#pending.set(event.sendId, event)
    this.#wake()
  }

  end(): void {
    this.#isEnded = true
    this.#wake()
  }

  async *events(): AsyncGenerator<WindowEvent> {
    while (!this.#isEnded) {
      const next = this.#pending.entries().next()
      if (next.done) {
        await new Promise<void>(resolve => {
          this.#wake = resolve
        })
        continue
      }
      this.#pending.delete(next.value[0])
      yield next.value[1]
    }
  }
}
