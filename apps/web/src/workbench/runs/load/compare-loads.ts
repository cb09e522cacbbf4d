import { formatDuration } from '@parley/model'
import type { LoadDetails, LoadTotals, RunInfo } from '@parley/server/contract'

/** A request in two load tests; null if it is not in one of them. */
export interface ComparedLoad {
  readonly name: string
  readonly method: string
  readonly left: LoadTotals | null
  readonly right: LoadTotals | null
}

/** Returns all requests together, then each request, of two load tests. */
export function comparedLoads(
  left: RunInfo,
  right: RunInfo,
  details: Readonly<Record<string, LoadDetails>>,
): readonly ComparedLoad[] {
  const [ofLeft, ofRight] = [left, right].map(({ runId, load }) => [
    ...(load?.total == null ? [] : [load.total]),
    ...(details[runId]?.requests ?? []),
  ])
  const keyOf = ({ method, name }: LoadTotals) => `${method} ${name}`
  const lefts = new Map(ofLeft?.map(one => [keyOf(one), one]))
  const rights = new Map(ofRight?.map(one => [keyOf(one), one]))
  return [...new Map([...lefts, ...rights]).entries()].map(([key, { name, method }]) => ({
    name,
    method,
    left: lefts.get(key) ?? null,
    right: rights.get(key) ?? null,
  }))
}

/** How much longer 95 of 100 responses took in the later test: `+12 ms`; empty if one test lacks the request. */
export function p95Difference({ left, right }: Pick<ComparedLoad, 'left' | 'right'>): string {
  if (left === null || right === null) return ''
  const by = Math.round(right.p95Ms) - Math.round(left.p95Ms)
  return `${by === 0 ? '' : by < 0 ? '−' : '+'}${formatDuration(Math.abs(by))}`
}
