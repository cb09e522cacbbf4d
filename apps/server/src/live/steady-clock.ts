/** A clock that is further ahead was set, or the machine slept, in which the monotonic one stands still. */
const mostAheadMs = 60_000

/**
 * Returns a clock for the messages of one log, in milliseconds since the epoch. A clock of the machine that is set back, or
 * corrected by less than a minute, changes neither their order nor the time between them.
 */
export function steadyClock(
  wallNow: () => number = () => Date.now(),
  monotonicNow: () => number = () => performance.now(),
): () => number {
  let offset = wallNow() - monotonicNow()
  return () => {
    const monotonic = monotonicNow()
    const wall = wallNow()
    if (wall > offset + monotonic + mostAheadMs) offset = wall - monotonic
    return Math.round(offset + monotonic)
  }
}
