import { describeCallError } from '../server-client/describe-error.ts'
import { createToasts, type Toasts } from '../workbench/toasts.ts'

/** What stores need of the window that they are in, besides the calls to the server. Each takes the part that it uses. */
export interface WindowContext {
  /** Identifies the window to the server, also after reloads. */
  readonly windowId: string
  readonly toasts: Toasts
  /** Whether the server can be reached, as far as the event stream says. */
  isServerThere(): boolean
  /** A sentence for an error that a call to the server threw. */
  describeError(error: unknown): string
  newId(): string
  /** Milliseconds since the epoch. */
  now(): number
  /** Milliseconds on a monotonic clock. */
  elapsedMs(): number
  /** Calls back once after this number of milliseconds. */
  after(delayMs: number, callback: () => void): void
  /** Calls back once, before the page is drawn next. */
  nextFrame(callback: () => void): void
}

/** Calls back once after a number of milliseconds, in the window that runs it. */
export function after(delayMs: number, callback: () => void): void {
  setTimeout(callback, delayMs)
}

/** The context of a browser window. */
export function createWindowContext(windowId: string, isServerThere: () => boolean): WindowContext {
  const newId = () => crypto.randomUUID()
  return {
    windowId,
    toasts: createToasts({ newId, after }),
    isServerThere,
    describeError: describeCallError,
    newId,
    now: () => Date.now(),
    elapsedMs: () => performance.now(),
    after,
    nextFrame: callback => void requestAnimationFrame(callback),
  }
}
