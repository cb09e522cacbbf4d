import type { Exchange, SendAttempt, Timings } from '@parley/model'
import type { Clock } from '../ports/engine-ports.ts'

/** How long the scripts of a send ran. */
export type ScriptTimes = Pick<Timings, 'preRequestMs' | 'postResponseMs'>

/** Milliseconds since a monotonic time. */
export const elapsedMs = (since: number, clock: Clock): number => clock.monotonic() - since

/** Returns what was sent with the times of its scripts. */
export const withScriptTimes = <Sent extends Exchange | SendAttempt>(
  sent: Sent,
  times: ScriptTimes,
): Sent => ({
  ...sent,
  timings: { ...sent.timings, ...times },
})
