import type { StreamItem } from '../contract/index.ts'
import type { WindowLog } from './window-log.ts'

/** The events of several windows of one browser, over one connection. */
export class EventStream {
  /** The logs of its windows, least recently served first. */
  readonly #logs = new Map<string, WindowLog>()
  /** Windows that were moved to another stream, which the reader does not know yet. */
  readonly #moved: string[] = []
  #isEnded = false
  #wake: () => void = () => {}

  /** Adds a window, or replaces its log. */
  addWindow(windowId: string, log: WindowLog): void {
    this.#logs.set(windowId, log)
    this.#wake()
  }

  /** Removes a window. */
  removeWindow(windowId: string): void {
    this.#logs.delete(windowId)
    this.#wake()
  }

  /** Removes a window, and notifies the reader that another stream has it. */
  moveWindow(windowId: string): void {
    this.#moved.push(windowId)
    this.removeWindow(windowId)
  }

  /** Wakes the reader, because there is something to deliver. */
  wake(): void {
    this.#wake()
  }

  end(): void {
    this.#isEnded = true
    this.#wake()
  }

  /** Yields items until {@link end} is called or no window is left. */
  async *items(): AsyncGenerator<StreamItem> {
    while (!this.#isEnded) {
      const item = this.#next()
      if (item !== null) yield item
      else if (this.#logs.size === 0) return
      else
        await new Promise<void>(resolve => {
          this.#wake = resolve
        })
    }
  }

  #next(): StreamItem | null {
    if (this.#moved.length > 0) return { type: 'moved', windowIds: this.#moved.splice(0) }
    for (const [windowId, log] of this.#logs) {
      const first = log.next
      if (first === null) continue
      // The next turn serves another window.
      this.#logs.delete(windowId)
      this.#logs.set(windowId, log)
      const windows = [...this.#logs]
        .filter(([, other]) => other.next?.event === first.event)
        .map(([id, other]) => ({ windowId: id, logId: other.id, number: other.next?.number ?? 0 }))
      for (const one of windows) this.#logs.get(one.windowId)?.markDelivered()
      return { type: 'event', event: first.event, windows }
    }
    return null
  }
}
