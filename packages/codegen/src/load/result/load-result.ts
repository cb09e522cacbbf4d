import type { LoadShape, LoadThreshold } from '../load-shape.ts'
import { thresholdWords } from '../thresholds.ts'

/** What an engine counted for one request, or for all of them. */
export interface LoadCounts {
  readonly name: string
  readonly method: string
  readonly count: number
  readonly failures: number
  readonly totalMs: number
  readonly minMs: number
  readonly maxMs: number
  /** How many responses took how many milliseconds, which the engine rounds. */
  readonly histogram: readonly (readonly [ms: number, count: number])[]
}

/** Why requests failed, in the words of the engine. */
export interface LoadError {
  readonly name: string
  readonly method: string
  readonly error: string
  readonly count: number
}

/** What an engine says about a test. */
export interface EngineResult {
  /** How long it took without the time in which users start. */
  readonly seconds: number
  readonly requests: readonly LoadCounts[]
  readonly errors: readonly LoadError[]
}

/** The figures of one request, or of all of them. Times are in milliseconds. */
export interface LoadFigures extends LoadCounts {
  readonly perSecond: number
  readonly averageMs: number
  readonly medianMs: number
  readonly p95Ms: number
  readonly p99Ms: number
}

/** A threshold, with the figure that was measured. */
export interface JudgedThreshold {
  readonly threshold: string
  readonly figure: number
  readonly isMet: boolean
}

/** The result of a load test. */
export interface LoadResult {
  readonly name: string
  readonly engine: string
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly state: 'completed' | 'cancelled'
  readonly users: number
  readonly seconds: number
  readonly total: LoadFigures
  readonly requests: readonly LoadFigures[]
  readonly errors: readonly LoadError[]
  readonly thresholds: readonly JudgedThreshold[]
  /** All thresholds are met; without thresholds no request failed. */
  readonly isPassed: boolean
}

/** Returns the result of a test from what its engine counted. */
export function loadResultOf(
  { seconds, requests, errors }: EngineResult,
  facts: Pick<LoadResult, 'name' | 'engine' | 'startedAt' | 'state'>,
  { users, thresholds }: LoadShape,
): LoadResult {
  const total = figuresOf(sumOf(requests), seconds)
  const judged = thresholds.map(threshold => judge(threshold, total))
  return {
    ...facts,
    users,
    seconds,
    total,
    requests: requests.map(one => figuresOf(one, seconds)),
    errors,
    thresholds: judged,
    isPassed: judged.length === 0 ? total.failures === 0 : judged.every(({ isMet }) => isMet),
  }
}

/** Returns the counts of all requests together. */
export function sumOf(requests: readonly LoadCounts[]): LoadCounts {
  const histogram = new Map<number, number>()
  for (const one of requests)
    for (const [ms, count] of one.histogram) histogram.set(ms, (histogram.get(ms) ?? 0) + count)
  const sum = (numberOf: (one: LoadCounts) => number) =>
    requests.reduce((total, one) => total + numberOf(one), 0)
  const measured = requests.filter(({ histogram: own }) => own.length > 0)
  return {
    name: 'All requests',
    method: '',
    count: sum(one => one.count),
    failures: sum(one => one.failures),
    totalMs: sum(one => one.totalMs),
    minMs: measured.length === 0 ? 0 : Math.min(...measured.map(({ minMs }) => minMs)),
    maxMs: Math.max(0, ...measured.map(({ maxMs }) => maxMs)),
    histogram: [...histogram].sort(([one], [other]) => one - other),
  }
}

function figuresOf(counts: LoadCounts, seconds: number): LoadFigures {
  const measured = counts.histogram.reduce((sum, [, count]) => sum + count, 0)
  return {
    ...counts,
    perSecond: seconds > 0 ? rounded(counts.count / seconds) : 0,
    averageMs: measured === 0 ? 0 : rounded(counts.totalMs / measured),
    medianMs: percentileOf(counts, 50),
    p95Ms: percentileOf(counts, 95),
    p99Ms: percentileOf(counts, 99),
  }
}

/** Returns the time that a part of the responses did not take longer than; 0 if there were none. */
export function percentileOf({ histogram }: Pick<LoadCounts, 'histogram'>, percent: number): number {
  const all = histogram.reduce((sum, [, count]) => sum + count, 0)
  const wanted = Math.ceil((all * percent) / 100)
  let seen = 0
  for (const [ms, count] of histogram) {
    seen += count
    if (seen >= wanted) return ms
  }
  return 0
}

function judge(threshold: LoadThreshold, total: LoadFigures): JudgedThreshold {
  const { figure: kind, limit } = threshold
  const figure =
    kind.kind === 'percentile'
      ? percentileOf(total, kind.percent)
      : kind.kind === 'average'
        ? total.averageMs
        : kind.kind === 'maximum'
          ? total.maxMs
          : rounded(total.count === 0 ? 0 : (total.failures / total.count) * 100)
  return { threshold: thresholdWords(threshold), figure, isMet: figure < limit }
}

function rounded(number: number): number {
  return Math.round(number * 100) / 100
}
