/** Longer waits overflow the timer of the platform, which then fires at once. */
const maxTimerMs = 2 ** 31 - 1

/** Acts once after a limit of time, 0 meaning none; the returned function calls it off. */
export function startTimer(limitMs: number, act: () => void): () => void {
  if (limitMs <= 0) return () => {}
  const timer = setTimeout(act, Math.min(limitMs, maxTimerMs))
  return () => clearTimeout(timer)
}

/** As {@link startTimer}, but the program may end before. */
export function startBackgroundTimer(limitMs: number, act: () => void): () => void {
  const timer = setTimeout(act, limitMs).unref()
  return () => clearTimeout(timer)
}
