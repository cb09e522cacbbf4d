import { Event, EventTarget } from './event-target.ts'

/** Tells what waits that it need not go on (DOM Standard, aborting). */
export class AbortSignal extends EventTarget {
  aborted = false
  reason: unknown = undefined
  onabort: ((event: Event) => void) | null = null

  throwIfAborted(): void {
    if (this.aborted) throw this.reason
  }
}

export class AbortController {
  readonly signal = new AbortSignal()

  abort(reason: unknown = new DOMException('This operation was aborted', 'AbortError')): void {
    if (this.signal.aborted) return
    this.signal.aborted = true
    this.signal.reason = reason
    const event = new Event('abort')
    this.signal.onabort?.(event)
    this.signal.dispatchEvent(event)
  }
}
