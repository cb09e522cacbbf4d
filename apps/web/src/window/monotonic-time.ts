/** Moments of the page are seconds to hours old, and few are shown at a time. */
const mostKept = 1000

const known = new Map<number, number>()

/**
 * Returns a moment of the clock of the machine as a time of `performance.now()`. It is converted once, when it is first
 * asked for, so that a clock that is set afterwards changes no duration that the page shows.
 * @param momentMs in milliseconds since the epoch
 */
export function monotonicTime(momentMs: number): number {
  const before = known.get(momentMs)
  if (before !== undefined) return before
  const time = performance.now() - (Date.now() - momentMs)
  const [oldest] = known.size >= mostKept ? known.keys() : []
  if (oldest !== undefined) known.delete(oldest)
  known.set(momentMs, time)
  return time
}

/** Returns how long ago a moment was, in milliseconds; 0 for one that is yet to come. */
export function elapsedSince(momentMs: number): number {
  return Math.max(0, performance.now() - monotonicTime(momentMs))
}
