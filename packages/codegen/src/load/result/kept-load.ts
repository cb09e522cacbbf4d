import type { LoadPoint } from './load-points.ts'
import type { LoadError, LoadFigures, LoadResult } from './load-result.ts'

/** A load test as it is kept. */
export interface KeptLoad {
  readonly result: LoadResult
  readonly points: readonly LoadPoint[]
}

/** No load test takes more than this in the app data. */
export const maximumKeptLoadBytes = 200_000

const maximumErrors = 100
const maximumErrorCharacters = 300
const maximumThresholds = 50
const maximumNameCharacters = 200
/** Half of the space is for the figures of requests, without their histograms. */
const requestBytes = maximumKeptLoadBytes / 2

/**
 * Returns a load test with at most {@link maximumKeptLoadBytes} as JSON. Of a test with very many requests, the histograms
 * of single requests are dropped first, then the requests that were sent least. The figures of all requests stay.
 */
export function keptLoadOf({ result, points }: KeptLoad): KeptLoad {
  const short: LoadResult = {
    ...result,
    name: result.name.slice(0, maximumNameCharacters),
    errors: result.errors.slice(0, maximumErrors).map(shortError),
    thresholds: result.thresholds.slice(0, maximumThresholds),
  }
  if (bytesOf({ result: short, points }) <= maximumKeptLoadBytes) return { result: short, points }
  const bare = result.requests.map(withoutHistogram)
  return { result: { ...short, requests: fitting(bare), errors: short.errors.slice(0, 20) }, points }
}

function shortError(error: LoadError): LoadError {
  const { name, error: words } = error
  return {
    ...error,
    name: name.slice(0, maximumNameCharacters),
    error: words.slice(0, maximumErrorCharacters),
  }
}

function withoutHistogram(figures: LoadFigures): LoadFigures {
  return { ...figures, name: figures.name.slice(0, maximumNameCharacters), histogram: [] }
}

/** Keeps the requests that were sent most, in their order. */
function fitting(requests: readonly LoadFigures[]): readonly LoadFigures[] {
  let left = requestBytes
  const kept = new Set<LoadFigures>()
  for (const one of [...requests].sort((a, b) => b.count - a.count)) {
    left -= bytesOf(one)
    if (left < 0) break
    kept.add(one)
  }
  return requests.filter(one => kept.has(one))
}

function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length
}
