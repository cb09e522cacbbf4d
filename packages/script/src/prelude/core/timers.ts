import { callHost } from '../host.ts'
import { isUnwaited, runUnwaited } from '../unwaited.ts'

interface Timer {
  readonly run: () => void
  /** Null: the timer runs once. */
  readonly intervalMs: number | null
  /** Whether it belongs to a test that is not waited for. */
  readonly isUnwaited: boolean
}

const timers = new Map<number, Timer>()
let lastId = 0

/**
 * Starts a timer of the host; the waiting time counts as time of the script (behaviour 8). The script ends without the timers of tests
 * that are not waited for.
 */
export function startTimer(run: () => void, delayMs: unknown, repeats = false): number {
  lastId += 1
  const delay = Math.min(Math.max(Number(delayMs) || 0, 0), 60_000)
  const timer = { run, intervalMs: repeats ? delay : null, isUnwaited: isUnwaited() }
  callHost('timer', lastId, delay, timer.isUnwaited ? 1 : 0)
  timers.set(lastId, timer)
  return lastId
}

function stopTimer(id: unknown): void {
  if (typeof id === 'number' && timers.delete(id)) callHost('stop-timer', id)
}

/** Called by the host when a timer is due. */
export function timerIsDue(id: number): void {
  const timer = timers.get(id)
  if (timer === undefined) return
  if (timer.intervalMs === null) timers.delete(id)
  else callHost('timer', id, timer.intervalMs, timer.isUnwaited ? 1 : 0)
  if (timer.isUnwaited) runUnwaited(timer.run)
  else timer.run()
}

export function installTimers(): void {
  const starter =
    (repeats: boolean) =>
    (run: unknown, delayMs: unknown, ...given: readonly unknown[]) => {
      if (typeof run !== 'function') throw new TypeError('A timer needs a function')
      return startTimer(() => run(...given), delayMs, repeats)
    }
  Object.assign(globalThis, {
    setTimeout: starter(false),
    setInterval: starter(true),
    setImmediate: (run: unknown, ...given: readonly unknown[]) => starter(false)(run, 0, ...given),
    clearTimeout: stopTimer,
    clearInterval: stopTimer,
    clearImmediate: stopTimer,
  })
}
