import type { EventPosition, FollowedWindow, StreamItem } from '@parley/server/contract'
import { isUnauthorized } from '../server-client/is-unauthorized.ts'
import type { ConnectionState, WindowListener } from './window-listener.ts'

export interface EventHubPorts {
  /** Opens a stream for these windows; the server ends the one that they had before. */
  subscribe(windows: FollowedWindow[], signal: AbortSignal): Promise<AsyncIterable<StreamItem>>
  /** Resolves after this many milliseconds. */
  wait(delayMs: number): Promise<void>
}

interface JoinedWindow {
  readonly sequence: number
  readonly listener: WindowListener
  after: EventPosition | null
}

const firstDelayMs = 250
const longestDelayMs = 5_000

/**
 * Follows the events of all windows that joined, over one stream. When a window joins, the stream is opened
 * again for all of them, and the server continues each where it was. A stream that ends is opened again at
 * once; only if that fails does the server count as lost.
 */
export class EventHub {
  readonly #ports: EventHubPorts
  readonly #windows = new Map<string, JoinedWindow>()
  /** Of the latest stream: items of earlier ones are ignored, the server delivers them again. */
  #stream: AbortController | null = null
  #isOpening = false
  /** Whether another stream is already needed. */
  #isStale = false

  constructor(ports: EventHubPorts) {
    this.#ports = ports
  }

  /** Follows a window from now on; one that joined before is followed with the new sequence number. */
  join({ windowId, sequence, after }: FollowedWindow, listener: WindowListener): void {
    this.#windows.set(windowId, { sequence, listener, after })
    void this.#open()
  }

  /** Stops following a window. Returns false if it did not join, or has joined again since. */
  leave(windowId: string, sequence: number): boolean {
    if (this.#windows.get(windowId)?.sequence !== sequence) return false
    this.#windows.delete(windowId)
    if (this.#windows.size === 0) this.#endStream()
    return true
  }

  async #open(firstPauseMs = 0): Promise<void> {
    this.#isStale = true
    if (this.#isOpening) return
    this.#isOpening = true
    let pauseMs = firstPauseMs
    while (this.#isStale && this.#windows.size > 0) {
      if (pauseMs > 0) await this.#ports.wait(pauseMs)
      this.#isStale = false
      const isOpen = await this.#openOnce()
      pauseMs = isOpen ? 0 : Math.min(longestDelayMs, Math.max(firstDelayMs, pauseMs * 2))
      if (!isOpen) this.#isStale = true
    }
    this.#isOpening = false
  }

  /** Returns false if the server did not respond. */
  async #openOnce(): Promise<boolean> {
    const windows = [...this.#windows].map(([windowId, { sequence, after }]) => ({
      windowId,
      sequence,
      after,
    }))
    if (windows.length === 0) return true
    const before = this.#stream
    const stream = new AbortController()
    this.#stream = stream
    try {
      const items = await this.#ports.subscribe(windows, stream.signal)
      for (const { windowId } of windows) this.#windows.get(windowId)?.listener.onConnection('open')
      void this.#read(items, stream, new Map(windows.map(one => [one.windowId, one.sequence])))
      return true
    } catch (error) {
      const isRefused = isUnauthorized(error)
      this.#report(isRefused ? 'refused' : 'lost')
      if (isRefused) this.#windows.clear()
      return isRefused
    } finally {
      before?.abort()
    }
  }

  async #read(
    items: AsyncIterable<StreamItem>,
    stream: AbortController,
    sequences: ReadonlyMap<string, number>,
  ): Promise<void> {
    try {
      for await (const item of items) {
        if (this.#stream !== stream) return
        this.#take(item, sequences)
      }
    } catch {
      // A stream that breaks is opened again like one that ends.
    }
    if (this.#stream !== stream) return
    this.#stream = null
    await this.#open(firstDelayMs)
  }

  #take(item: StreamItem, sequences: ReadonlyMap<string, number>): void {
    if (item.type === 'moved') {
      for (const windowId of item.windowIds) this.leave(windowId, sequences.get(windowId) ?? -1)
      return
    }
    for (const { windowId, logId, number } of item.windows) {
      const window = this.#windows.get(windowId)
      if (window === undefined || window.sequence !== sequences.get(windowId)) continue
      window.after = { logId, number }
      window.listener.onEvent(item.event, window.after)
    }
  }

  #report(state: ConnectionState): void {
    for (const { listener } of this.#windows.values()) listener.onConnection(state)
  }

  #endStream(): void {
    this.#stream?.abort()
    this.#stream = null
  }
}
