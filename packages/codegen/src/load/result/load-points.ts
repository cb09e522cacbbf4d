import { type EngineResult, type LoadCounts, percentileOf, sumOf } from './load-result.ts'

/** What happened within about a second of a load test. */
export interface LoadPoint {
  /** Seconds since the start. */
  readonly atSeconds: number
  readonly perSecond: number
  /** Milliseconds; null if no response came. */
  readonly medianMs: number | null
  readonly p95Ms: number | null
}

/** What happens within less belongs to the next point. */
const shortestSeconds = 0.5

/** Turns the figures so far, which an engine reports again and again, into points of a line. */
export class LoadPoints {
  #points: readonly LoadPoint[] = []
  #before: LoadCounts = sumOf([])
  #beforeSeconds = 0

  get all(): readonly LoadPoint[] {
    return this.#points
  }

  /** Adds the figures at a time, in seconds since the start. */
  add({ requests }: EngineResult, atSeconds: number): void {
    const now = sumOf(requests)
    // The figures begin again when all users have started.
    const before = now.count < this.#before.count ? sumOf([]) : this.#before
    const seconds = atSeconds - this.#beforeSeconds
    // A rate of a moment says nothing: the first figures come while the users start.
    if (seconds < shortestSeconds) return
    const histogram = difference(now, before)
    const isEmpty = histogram.length === 0
    const point: LoadPoint = {
      atSeconds: Math.round(atSeconds * 10) / 10,
      perSecond: Math.round(((now.count - before.count) / seconds) * 10) / 10,
      medianMs: isEmpty ? null : percentileOf({ histogram }, 50),
      p95Ms: isEmpty ? null : percentileOf({ histogram }, 95),
    }
    this.#points = [...this.#points, point]
    this.#before = now
    this.#beforeSeconds = atSeconds
  }
}

function difference(now: LoadCounts, before: LoadCounts): LoadCounts['histogram'] {
  const earlier = new Map(before.histogram)
  return now.histogram
    .map(([ms, count]) => [ms, count - (earlier.get(ms) ?? 0)] as const)
    .filter(([, count]) => count > 0)
}
