import type { WindowEvent } from '@parley/server/contract'

/** Whether the server is there. `refused`: it is there, and does not know this page's token. */
export type ConnectionState = 'connecting' | 'open' | 'lost' | 'refused'

export interface FollowEventsOptions {
  subscribe(signal: AbortSignal): Promise<AsyncIterable<WindowEvent>>
  onEvent(event: WindowEvent): void
  onConnection(state: ConnectionState): void
  /** Resolves after so many milliseconds. */
  wait(delayMs: number): Promise<void>
  readonly signal: AbortSignal
}

const firstDelayMs = 250
const longestDelayMs = 5_000

/**
 * Follows the one event stream of this window until `signal`, opening it again with growing pauses.
 * A stream that ends is opened again at once; only when that fails is the server called lost.
 */
export async function followEvents(options: FollowEventsOptions): Promise<void> {
  let delayMs = 0
  while (!options.signal.aborted) {
    if (delayMs > 0) await options.wait(delayMs)
    if (options.signal.aborted) return
    let isOpen = false
    try {
      const events = await options.subscribe(options.signal)
      isOpen = true
      options.onConnection('open')
      for await (const event of events) options.onEvent(event)
    } catch (error) {
      if (options.signal.aborted) return
      if (isUnauthorized(error)) {
        options.onConnection('refused')
        return
      }
      if (!isOpen) options.onConnection('lost')
    }
    delayMs = isOpen ? firstDelayMs : Math.min(longestDelayMs, Math.max(firstDelayMs, delayMs * 2))
  }
}

/** True for the server's answer to a token that it does not know. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 401
}
