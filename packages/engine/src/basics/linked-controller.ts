/** A controller that also aborts with another signal. */
export interface LinkedController {
  readonly signal: AbortSignal
  abort(): void
  /** Call when the signal is no longer used. */
  unlink(): void
}

/** Returns a controller whose signal aborts with `outer`, or on its own. */
export function linkedController(outer: AbortSignal): LinkedController {
  const own = new AbortController()
  const abort = () => own.abort()
  if (outer.aborted) abort()
  outer.addEventListener('abort', abort, { once: true })
  return { signal: own.signal, abort, unlink: () => outer.removeEventListener('abort', abort) }
}
