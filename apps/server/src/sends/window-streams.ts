import type { WindowEvent } from '../contract/index.ts'

/** How long the sends of a window outlive its stream, so that a lost connection loses nothing. */
const usualGraceMs = 60_000

/**
 * One event stream for each window of the page. Events hold the whole state of their subject, so a slow
 * reader gets the newest state of each instead of a growing backlog.
 */
export class WindowStreams {
  readonly #windows = new Map<string, WindowQueue>()
  /** Windows that have yet to open their stream. */
  readonly #expected = new Set<string>()
  readonly #graceTimers = new Map<string, NodeJS.Timeout>()
  readonly #onWindowGone: (windowId: string) => void
  readonly #graceMs: number
  #isClosed = false

  constructor(onWindowGone: (windowId: string) => void, graceMs = usualGraceMs) {
    this.#onWindowGone = onWindowGone
    this.#graceMs = graceMs
  }

  publish(windowId: string, event: WindowEvent): void {
    this.#windows.get(windowId)?.push(event)
  }

  /** Tells every window. */
  publishToAll(event: WindowEvent): void {
    for (const queue of this.#windows.values()) queue.push(event)
  }

  /** Says that a window is in use: one that never opens its stream is gone after the grace as well. */
  expect(windowId: string): void {
    if (this.#windows.has(windowId) || this.#graceTimers.has(windowId)) return
    this.#expected.add(windowId)
    this.#startGrace(windowId)
  }

  /** Whether a window has its stream, or is to open its first one. */
  isThere(windowId: string): boolean {
    return this.#windows.has(windowId) || this.#expected.has(windowId)
  }

  /** This window where it is there, else another one that is; null: none is. */
  presentWindow(preferredId: string): string | null {
    return this.isThere(preferredId) ? preferredId : ([...this.#windows.keys(), ...this.#expected][0] ?? null)
  }

  /**
   * The events of a window from `present` on; a second stream of the same window ends the first. It
   * listens from the call on, not from the first read, so that nothing in between is lost.
   */
  subscribe(
    windowId: string,
    present: readonly WindowEvent[],
    signal: AbortSignal | undefined,
  ): AsyncGenerator<WindowEvent> {
    clearTimeout(this.#graceTimers.get(windowId))
    this.#graceTimers.delete(windowId)
    this.#expected.delete(windowId)
    this.#windows.get(windowId)?.end()
    const queue = new WindowQueue(present)
    this.#windows.set(windowId, queue)
    const leave = () => {
      signal?.removeEventListener('abort', leave)
      queue.end()
      if (this.#windows.get(windowId) !== queue) return
      this.#windows.delete(windowId)
      this.#startGrace(windowId)
    }
    signal?.addEventListener('abort', leave)
    if (signal?.aborted || this.#isClosed) leave()
    return eventsUntil(queue, leave)
  }

  /** Ends all streams. */
  close(): void {
    this.#isClosed = true
    for (const queue of this.#windows.values()) queue.end()
    for (const timer of this.#graceTimers.values()) clearTimeout(timer)
    this.#graceTimers.clear()
  }

  #startGrace(windowId: string): void {
    if (this.#isClosed) return
    const timer = setTimeout(() => {
      this.#graceTimers.delete(windowId)
      this.#expected.delete(windowId)
      this.#onWindowGone(windowId)
    }, this.#graceMs)
    this.#graceTimers.set(windowId, timer.unref())
  }
}

async function* eventsUntil(queue: WindowQueue, leave: () => void): AsyncGenerator<WindowEvent> {
  try {
    yield* queue.events()
  } finally {
    leave()
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
    const subject = subjectOf(event)
    this.#pending.delete(subject)
    this.#pending.set(subject, event)
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

/** What the event is the whole present state of. */
function subjectOf(event: WindowEvent): string {
  if (event.type === 'send') return event.sendId
  if (event.type === 'run') return event.run.runId
  return event.type === 'runPlan' ? `${event.type} ${event.targetId}` : event.type
}
