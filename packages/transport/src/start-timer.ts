/** Longer waits overflow the platform's timer, which then fires at once. */
const maxTimerMs = 2 ** 31 - 1

/** Runs an action once after a time limit, 0 meaning none; the returned function cancels it. */
export function startTimer(limitMs: number, act: () => void): () => void {
  if (limitMs <= 0) return () => {}
  const timer = setTimeout(act, Math.min(limitMs, maxTimerMs))
  return () => clearTimeout(timer)
}

/** Does the same as {@link startTimer}, but does not keep the program running. */
export function startBackgroundTimer(limitMs: number, act: () => void): () => void {
  const timer = setTimeout(act, limitMs).unref()
  return () => clearTimeout(timer)
}
