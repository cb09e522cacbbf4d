import type { Hop, Timings } from './exchange.ts'

/** A part of the time that a send took. */
export interface Phase {
  readonly label: string
  /** Milliseconds; null if the phase did not happen. */
  readonly durationMs: number | null
}

/** Less than this is the inaccuracy of measuring. */
const leastOtherMs = 0.5

/**
 * Returns the phases of a send in order, with its scripts before and after them and the requests before the last one. Time that
 * belongs to no phase, such as sending the request, is `Other`, so that all together are the whole time.
 */
export function phasesOf(timings: Timings, hops: readonly Pick<Hop, 'location'>[]): readonly Phase[] {
  const { earlierMs = 0 } = timings
  const { dnsMs, connectMs, tlsMs, waitingMs, downloadMs, totalMs, preRequestMs, postResponseMs } = timings
  const known = [dnsMs, connectMs, tlsMs, waitingMs, downloadMs].reduce<number>(
    (sum, ms) => sum + (ms ?? 0),
    0,
  )
  const otherMs = totalMs - earlierMs - known
  const areRedirects = hops.some(({ location }) => location !== '')
  return [
    ...(preRequestMs === undefined ? [] : [{ label: 'Pre Request', durationMs: preRequestMs }]),
    ...(earlierMs === 0
      ? []
      : [{ label: areRedirects ? 'Redirects' : 'Earlier requests', durationMs: earlierMs }]),
    { label: 'DNS', durationMs: dnsMs },
    { label: 'Connect', durationMs: connectMs },
    { label: 'TLS handshake', durationMs: tlsMs },
    ...(otherMs < leastOtherMs ? [] : [{ label: 'Other', durationMs: otherMs }]),
    { label: 'Waiting for server', durationMs: waitingMs },
    { label: 'Download', durationMs: downloadMs },
    ...(postResponseMs === undefined ? [] : [{ label: 'Post Response', durationMs: postResponseMs }]),
  ]
}
