import type { RunEvent } from '@parley/engine'
import { formatDuration } from '@parley/model'
import { requestRate } from './request-rate.ts'

/** The line on the terminal that tells how far a run is. */
export interface RunProgress {
  update(event: RunEvent): void
  /** Takes the line away, so that something else can be written; it comes back by itself. */
  hide(): void
  end(): void
}

const redrawnEveryMs = 100

/** Shows the line on standard error; nowhere but on a terminal. */
export function showRunProgress(isQuiet: boolean): RunProgress {
  if (isQuiet || !process.stderr.isTTY || process.env.TERM === 'dumb')
    return { update() {}, hide() {}, end() {} }
  let latest: ProgressState | null = null
  let isShown = false
  const hide = () => {
    if (isShown) process.stderr.write('\r\x1b[K')
    isShown = false
  }
  const timer = setInterval(() => {
    if (latest === null) return
    // A line that wraps could not be erased; some terminals do not tell their width.
    const text = runProgressText(latest, Date.now()).slice(0, (process.stderr.columns || 80) - 1)
    process.stderr.write(`\r${text}\x1b[K`)
    isShown = true
  }, redrawnEveryMs)
  return {
    update(event) {
      latest = progressWith(latest, event)
    },
    hide,
    end() {
      clearInterval(timer)
      hide()
    },
  }
}

/** How far a run is. */
export interface ProgressState {
  readonly startedAt: number
  readonly ended: number
  readonly total: number
  readonly unsuccessful: number
}

/** The state once an event was told; null: the run has not begun. */
export function progressWith(state: ProgressState | null, event: RunEvent): ProgressState | null {
  if (event.type === 'runStarted') {
    const { startedAt, iterations, requests } = event
    return { startedAt, ended: 0, total: iterations * requests, unsuccessful: 0 }
  }
  if (event.type !== 'requestEnded' || state === null) return state
  const { requests, counts } = event.summary
  // Scripts that change the order may send more than was planned.
  return {
    ...state,
    ended: requests,
    total: Math.max(state.total, requests),
    unsuccessful: counts.failed + counts.error,
  }
}

/** One line of plain text: `120 of 400 · 2 failed · 48 requests/s · 2.5 s`. */
export function runProgressText(
  { startedAt, ended, total, unsuccessful }: ProgressState,
  nowMs: number,
): string {
  const elapsedMs = Math.max(0, nowMs - startedAt)
  const rate = elapsedMs < 500 ? '' : ` · ${requestRate(ended, elapsedMs)}`
  const failures = unsuccessful === 0 ? '' : ` · ${unsuccessful} failed`
  return `${ended} of ${total}${failures}${rate} · ${formatDuration(elapsedMs)}`
}
