import type { RunEvent } from '@parley/engine'
import { formatDuration } from '@parley/model'
import type { Io } from '../io/io.ts'
import { requestRate } from './request-rate.ts'

/** The line on the terminal that shows the progress of a run. */
export interface RunProgress {
  update(event: RunEvent): void
  /** Erases the line so that something else can be written; the next update draws it again. */
  hide(): void
  end(): void
}

const redrawnEveryMs = 100

/** Shows the line on standard error, but only on a terminal. */
export function showRunProgress(isQuiet: boolean, { stderr, env }: Pick<Io, 'stderr' | 'env'>): RunProgress {
  if (isQuiet || !stderr.isTerminal || env.TERM === 'dumb') return { update() {}, hide() {}, end() {} }
  let latest: ProgressState | null = null
  let isShown = false
  /** What to add to monotonic times to have those of the run: the clock may be set meanwhile. */
  const sinceEpochMs = Date.now() - performance.now()
  const hide = () => {
    if (isShown) stderr.write('\r\x1b[K')
    isShown = false
  }
  const timer = setInterval(() => {
    if (latest === null) return
    // A line that wraps could not be erased, and some terminals do not report their width.
    const text = runProgressText(latest, sinceEpochMs + performance.now()).slice(0, stderr.columns - 1)
    stderr.write(`\r${text}\x1b[K`)
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

/** A time that is only guessed has no fractions: `6 s`, `3 min`. */
function roundedDuration(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}

/** The progress of a run. */
export interface ProgressState {
  readonly startedAt: number
  readonly ended: number
  readonly total: number
  readonly unsuccessful: number
}

/** Returns the state after an event; null: the run has not begun. */
export function progressWith(state: ProgressState | null, event: RunEvent): ProgressState | null {
  if (event.type === 'runStarted') {
    const { startedAt, iterations, requests } = event
    return { startedAt, ended: 0, total: iterations * requests, unsuccessful: 0 }
  }
  if (event.type !== 'requestEnded' || state === null) return state
  const { requests, counts } = event.summary
  // Scripts that change the order may send more requests than planned.
  return {
    ...state,
    ended: requests,
    total: Math.max(state.total, requests),
    unsuccessful: counts.failed + counts.error,
  }
}

/** Formats the line as plain text: `120 of 400 · 2 failed · 48 requests/s · 2.5 s · about 6 s left`. */
export function runProgressText(
  { startedAt, ended, total, unsuccessful }: ProgressState,
  nowMs: number,
): string {
  const elapsedMs = Math.max(0, nowMs - startedAt)
  const rate = elapsedMs < 500 ? '' : ` · ${requestRate(ended, elapsedMs)}`
  const failures = unsuccessful === 0 ? '' : ` · ${unsuccessful} failed`
  const leftMs = ended === 0 ? 0 : (elapsedMs / ended) * (total - ended)
  const left = elapsedMs < 2000 || leftMs < 1000 ? '' : ` · about ${roundedDuration(leftMs)} left`
  return `${ended} of ${total}${failures}${rate} · ${formatDuration(elapsedMs)}${left}`
}
