import type { RunRow } from '@parley/engine'
import { kindOrMethod } from '@parley/model'

/** A row is in `all`, and in exactly one of the others. */
export type RunFilter = 'all' | 'passed' | 'failed' | 'untested' | 'skipped'

/** Whether a request failed: its tests did, or there is no complete response. */
export function isFailure({ status }: Pick<RunRow, 'status'>): boolean {
  return status === 'failed' || status === 'error'
}

/** Returns the rows that a filter shows; the same list if it shows all. */
export function filteredRows(rows: readonly RunRow[], filter: RunFilter): readonly RunRow[] {
  if (filter === 'all') return rows
  return rows.filter(row => groupOf(row) === filter)
}

/** Returns the filter other than `all` that shows a row. */
function groupOf(row: Pick<RunRow, 'status' | 'testsPassed'>): Exclude<RunFilter, 'all'> {
  if (isFailure(row)) return 'failed'
  if (row.status !== 'passed') return 'skipped'
  return row.testsPassed === 0 ? 'untested' : 'passed'
}

/** Returns the rows with those that failed first, otherwise in their order. */
export function failedFirst(rows: readonly RunRow[]): readonly RunRow[] {
  return rows.some(isFailure) ? [...rows.filter(isFailure), ...rows.filter(row => !isFailure(row))] : rows
}

/** Returns how many rows each filter shows. */
export function countRows(rows: readonly RunRow[]): Readonly<Record<RunFilter, number>> {
  const counts = { all: rows.length, passed: 0, failed: 0, untested: 0, skipped: 0 }
  for (const row of rows) counts[groupOf(row)] += 1
  return counts
}

/** Returns the keys of failed requests, each once, in the order of the run. */
export function failedKeys(rows: readonly RunRow[]): readonly string[] {
  return [...new Set(rows.filter(isFailure).map(row => row.key))]
}

/** How long one request took in all iterations. */
export interface RequestTiming {
  readonly key: string
  readonly name: string
  readonly badge: string
  /** The number of sends with a response, and their times in milliseconds. */
  readonly count: number
  readonly medianMs: number
  /** Of a hundred, 95 took no longer. */
  readonly p95Ms: number
  readonly slowestMs: number
}

/** The timings of each request that was answered, in the order of the run. */
export function requestTimings(rows: readonly RunRow[]): readonly RequestTiming[] {
  const times = new Map<string, { readonly row: RunRow; readonly all: number[] }>()
  for (const row of rows) {
    if (row.totalMs === null) continue
    const known = times.get(row.key)
    if (known === undefined) times.set(row.key, { row, all: [row.totalMs] })
    else known.all.push(row.totalMs)
  }
  return [...times].map(([key, { row, all }]) => {
    const sorted = all.toSorted((one, other) => one - other)
    return {
      key,
      name: row.name,
      badge: kindOrMethod(row),
      count: sorted.length,
      medianMs: quantile(sorted, 0.5),
      p95Ms: quantile(sorted, 0.95),
      slowestMs: sorted.at(-1) ?? 0,
    }
  })
}

/**
 * The smallest value that is at least as large as this share of all (nearest rank). `sorted`: in ascending
 * order.
 */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

/** A request of an iteration in two runs; null where a run has none. */
export interface ComparedRow {
  readonly key: string
  readonly iteration: number
  readonly name: string
  readonly badge: string
  readonly left: RunRow | null
  readonly right: RunRow | null
  /** Whether status or tests differ; times always differ a little. */
  readonly differs: boolean
}

/** Two runs side by side, in the order of the right one; what only the left one has comes last. */
export function comparedRows(left: readonly RunRow[], right: readonly RunRow[]): readonly ComparedRow[] {
  const rest = new Map<string, RunRow[]>()
  for (const row of left) {
    const place = placeOf(row)
    const same = rest.get(place)
    if (same === undefined) rest.set(place, [row])
    else same.push(row)
  }
  const both = right.map(row => comparedRow(rest.get(placeOf(row))?.shift() ?? null, row))
  return [...both, ...[...rest.values()].flat().map(row => comparedRow(row, null))]
}

/**
 * A script may send a request again within an iteration: then the first sends are compared with each other.
 */
function placeOf({ key, iteration }: RunRow): string {
  return `${iteration} ${key}`
}

function comparedRow(left: RunRow | null, right: RunRow | null): ComparedRow {
  const row = right ?? left
  const { key, iteration, name } = row ?? { key: '', iteration: 0, name: '' }
  const badge = row === null ? '' : kindOrMethod(row)
  return { key, iteration, name, badge, left, right, differs: outcomeOf(left) !== outcomeOf(right) }
}

function outcomeOf(row: RunRow | null): string {
  if (row === null) return ''
  const { status, statusCode, failureCode, testsPassed, testsFailed, scriptErrors } = row
  return JSON.stringify([status, statusCode, failureCode, testsPassed, testsFailed, scriptErrors])
}
