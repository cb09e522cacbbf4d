import type { FollowedWindow, StreamItem, WindowEvent } from '../contract/index.ts'
import { EventStream } from './event-stream.ts'
import { WindowLog } from './window-log.ts'

/**
 * How long the server keeps the state of a window after its stream broke, so that a lost connection loses
 * nothing.
 */
const defaultGraceMs = 60_000
/** After this time without a stream, a window is no longer expected to reconnect. */
const defaultReconnectMs = 6_000

export interface WindowEventsOptions {
  readonly graceMs?: number | undefined
  readonly reconnectMs?: number | undefined
}

interface Window {
  log: WindowLog
  stream: EventStream | null
  /**
   * `expected`: has not opened its stream yet. `following`: has a stream. `interrupted`: lost its stream and may
   * reconnect. `left`: closed, or did not reconnect.
   */
  state: 'expected' | 'following' | 'interrupted' | 'left'
  /** The number of the page that the window shows; calls of earlier pages are out of date. */
  sequence: number
  timers: NodeJS.Timeout[]
}

/**
 * The windows of all browsers and their events. The windows of a browser share one stream. The events of each
 * window are numbered: a window that opens its stream again continues after the last event that it saw.
 */
export class WindowEvents {
  readonly #windows = new Map<string, Window>()
  readonly #streams = new Set<EventStream>()
  readonly #currentStateSources: ((windowId: string) => readonly WindowEvent[])[] = []
  readonly #resyncSources: (() => WindowEvent)[] = []
  readonly #lostListeners: ((windowId: string) => void)[] = []
  readonly #brokenListeners: ((windowId: string) => void)[] = []
  readonly #graceMs: number
  readonly #reconnectMs: number
  /** Windows whose state outlives them. */
  readonly #kept = new Set<string>()
  #isClosed = false

  constructor({ graceMs = defaultGraceMs, reconnectMs = defaultReconnectMs }: WindowEventsOptions = {}) {
    this.#graceMs = graceMs
    this.#reconnectMs = Math.min(reconnectMs, graceMs)
  }

  /**
   * Adds a source of events with which the stream of a window begins; sources are called in the order in
   * which they were added.
   */
  addCurrentState(source: (windowId: string) => readonly WindowEvent[]): void {
    this.#currentStateSources.push(source)
  }

  /** Adds an event for windows that missed some; a page reads the same data by itself when it opens. */
  addResync(source: () => WindowEvent): void {
    this.#resyncSources.push(source)
  }

  /** Adds a listener for windows that were lost: they did not reconnect within the grace period. */
  onWindowLost(listener: (windowId: string) => void): void {
    this.#lostListeners.push(listener)
  }

  /** Adds a listener for windows that lost their stream without closing, and did not reconnect. */
  onWindowBroken(listener: (windowId: string) => void): void {
    this.#brokenListeners.push(listener)
  }

  publish(windowId: string, event: WindowEvent): void {
    const window = this.#windows.get(windowId)
    if (window !== undefined) this.#add(windowId, window, event)
  }

  publishToAll(event: WindowEvent): void {
    for (const [windowId, window] of this.#windows) this.#add(windowId, window, event)
  }

  /**
   * Notes that a window is in use. If it never opens its stream, it is lost after the grace period as well.
   */
  expect(windowId: string): void {
    if (!this.#windows.has(windowId)) this.#addExpected(windowId, 0)
  }

  /**
   * Notes that a page has loaded in a window, which may have shown another page before. Ignored if the page has
   * closed by now, as its calls may overtake each other.
   * @param sequence - higher than all that the window used before
   */
  begin(windowId: string, sequence: number): void {
    const window = this.#windows.get(windowId)
    if (window !== undefined && window.sequence >= sequence) return
    if (window !== undefined) this.#release(windowId, window)
    this.#addExpected(windowId, Math.max(sequence, window?.sequence ?? 0))
  }

  /** Whether a window follows its events or is about to. */
  isOpen(windowId: string): boolean {
    const state = this.#windows.get(windowId)?.state
    return state === 'following' || state === 'expected'
  }

  /** Whether a window lost its stream a moment ago and may reconnect. */
  mayReconnect(windowId: string): boolean {
    return this.#windows.get(windowId)?.state === 'interrupted'
  }

  /** Expects no longer that these windows reconnect, or `all` that may. Ignores windows that did so. */
  giveUp(gone: readonly string[] | 'all'): void {
    for (const [windowId, window] of this.#windows)
      if (gone === 'all' || gone.includes(windowId)) this.#break(windowId, window)
  }

  /** Returns this window if it is open, otherwise another open one; null if none is. */
  findOpenWindow(preferredId: string): string | null {
    if (this.isOpen(preferredId)) return preferredId
    return [...this.#windows.keys()].find(windowId => this.isOpen(windowId)) ?? null
  }

  /** Keeps the state of a window for as long as the server runs, even though the window closes. */
  keep(windowId: string): void {
    this.#kept.add(windowId)
  }

  /** Closes a window, also one that was not heard of yet. Ignored if the window shows another page by now. */
  leave(windowId: string, sequence: number): void {
    const window = this.#windows.get(windowId) ?? this.#addExpected(windowId, sequence)
    if (sequence < window.sequence) return
    window.sequence = sequence
    if (window.state === 'left') return
    window.stream?.removeWindow(windowId)
    this.#lose(windowId, window)
    window.state = 'left'
  }

  /**
   * Returns the events of these windows over one stream, and takes the windows from the streams that had
   * them. Events are collected from the call on, not from the first read, so that none is lost in between.
   */
  subscribe(
    followed: readonly FollowedWindow[],
    signal: AbortSignal | undefined,
  ): AsyncGenerator<StreamItem> {
    const stream = new EventStream()
    this.#streams.add(stream)
    for (const window of followed) this.#attach(window, stream)
    const leave = () => {
      signal?.removeEventListener('abort', leave)
      stream.end()
      this.#streams.delete(stream)
      for (const [windowId, window] of this.#windows)
        if (window.stream === stream) this.#lose(windowId, window)
    }
    signal?.addEventListener('abort', leave)
    if (signal?.aborted || this.#isClosed) leave()
    return itemsUntil(stream, leave)
  }

  /** Ends all streams. */
  close(): void {
    this.#isClosed = true
    for (const stream of this.#streams) stream.end()
    for (const { timers } of this.#windows.values()) for (const timer of timers) clearTimeout(timer)
  }

  #attach({ windowId, sequence, after }: FollowedWindow, stream: EventStream): void {
    const before = this.#windows.get(windowId)
    if (before !== undefined && sequence < before.sequence) {
      stream.moveWindow(windowId)
      return
    }
    before?.stream?.moveWindow(windowId)
    for (const timer of before?.timers ?? []) clearTimeout(timer)
    // The same page that saw nothing yet: what its stream before was to deliver is still missing there.
    const hadStream = before?.state === 'following' || before?.state === 'interrupted'
    const isSamePage = hadStream && before.sequence === sequence
    const canContinue =
      before !== undefined &&
      (after === null ? isSamePage && before.log.rewind(null) : before.log.rewind(after))
    const early = before?.state === 'expected' ? before.log.waiting : []
    const log = canContinue ? before.log : this.#newLog(windowId, after !== null || isSamePage, early)
    this.#windows.set(windowId, { log, stream, state: 'following', sequence, timers: [] })
    stream.addWindow(windowId, log)
  }

  #add(windowId: string, window: Window, event: WindowEvent): void {
    if (!window.log.add(event)) {
      window.log = this.#newLog(windowId, true, [])
      window.stream?.addWindow(windowId, window.log)
    }
    window.stream?.wake()
  }

  /**
   * @param isResync - whether the window may have missed events
   * @param early - what was published before the window opened its stream
   */
  #newLog(windowId: string, isResync: boolean, early: readonly WindowEvent[]): WindowLog {
    const present = this.#currentStateSources.flatMap(source => source(windowId))
    const missed = isResync ? this.#resyncSources.map(source => source()) : []
    return new WindowLog([...present, ...missed, ...early])
  }

  #addExpected(windowId: string, sequence: number): Window {
    const log = new WindowLog([])
    const window: Window = { log, stream: null, state: 'expected', sequence, timers: [] }
    this.#windows.set(windowId, window)
    this.#startGrace(windowId, window)
    return window
  }

  #release(windowId: string, window: Window): void {
    window.stream?.moveWindow(windowId)
    for (const timer of window.timers) clearTimeout(timer)
  }

  #lose(windowId: string, window: Window): void {
    for (const timer of window.timers) clearTimeout(timer)
    window.stream = null
    window.state = 'interrupted'
    window.timers = []
    this.#startGrace(windowId, window)
    this.#startTimer(window, this.#reconnectMs, () => this.#break(windowId, window))
  }

  #break(windowId: string, window: Window): void {
    if (window.state !== 'interrupted') return
    window.state = 'left'
    for (const listener of this.#brokenListeners) listener(windowId)
  }

  #startGrace(windowId: string, window: Window): void {
    this.#startTimer(window, this.#graceMs, () => {
      if (this.#kept.has(windowId)) return
      this.#windows.delete(windowId)
      for (const listener of this.#lostListeners) listener(windowId)
    })
  }

  #startTimer(window: Window, delayMs: number, callback: () => void): void {
    if (!this.#isClosed) window.timers.push(setTimeout(callback, delayMs).unref())
  }
}

async function* itemsUntil(stream: EventStream, leave: () => void): AsyncGenerator<StreamItem> {
  try {
    yield* stream.items()
  } finally {
    leave()
  }
}
