import type { RunStatus, RunSummary } from '@parley/engine'
import type { ReportedResult } from '@parley/engine/reports'
import { failed, ok, type Result } from '@parley/model'
import type { ReadReport, ReadSummary } from './read-report.ts'

/** A report with the name of its file. */
export interface NamedReport extends ReadReport {
  readonly typed: string
}

/** One report of several. */
export interface MergedReport {
  readonly summary: RunSummary
  /** In the order in which one run sends them. */
  readonly results: readonly ReportedResult[]
  /** The numbers of the shards without a report. */
  readonly missing: readonly number[]
  /** The number of shards; 0 if the reports are of whole runs. */
  readonly shards: number
}

/**
 * Joins the reports of the shards of a run into the report of one run. Reports of whole runs follow each other.
 * A failure is a sentence: a shard is there twice, or the reports are of different runs.
 */
export function mergeReports(reports: readonly NamedReport[]): Result<MergedReport, string> {
  const problem = differentKinds(reports) ?? doubledShard(reports) ?? differentRuns(reports)
  if (problem !== null) return failed(problem)
  const shards = reports[0]?.shard?.count ?? 0
  const indexes = new Set(reports.map(({ shard }) => shard?.index))
  const results = inOrder(reports.map(report => report.results)).map((result, index) => ({
    ...result,
    index,
    position: null,
  }))
  return ok({
    summary: summaryOf(
      reports.map(({ summary }) => summary),
      results,
    ),
    results,
    missing: Array.from({ length: shards }, (_, at) => at + 1).filter(index => !indexes.has(index)),
    shards,
  })
}

function differentKinds(reports: readonly NamedReport[]): string | null {
  const [first] = reports
  const other = reports.find(({ shard }) => shard?.count !== first?.shard?.count)
  if (first === undefined || other === undefined) return null
  return `${first.typed} is ${kindOf(first)}, and ${other.typed} is ${kindOf(other)}. Merge the reports of one run.`
}

function kindOf({ shard }: NamedReport): string {
  return shard === null ? 'the report of a whole run' : `shard ${shard.index} of ${shard.count}`
}

function doubledShard(reports: readonly NamedReport[]): string | null {
  const seen = new Map<number, string>()
  for (const { shard, typed } of reports) {
    if (shard === null) continue
    const earlier = seen.get(shard.index)
    if (earlier !== undefined)
      return `Shard ${shard.index} of ${shard.count} is there twice: in ${earlier} and in ${typed}. Leave out one of them.`
    seen.set(shard.index, typed)
  }
  return null
}

/** Shards of one run share no request, and each place has one request. */
function differentRuns(reports: readonly NamedReport[]): string | null {
  const places = new Map<number, { readonly key: string; readonly typed: string }>()
  for (const { typed, results } of reports)
    for (const { position, key } of results) {
      if (position === null) continue
      const earlier = places.get(position)
      if (earlier === undefined) places.set(position, { key, typed })
      else if (earlier.typed !== typed)
        return `${earlier.typed} and ${typed} are shards of different runs: both sent request ${position + 1} of the run. Run all shards with the same files and options.`
    }
  return null
}

/** Takes the next result of the list whose next result comes first in one run; each list keeps its own order. */
function inOrder(lists: readonly (readonly ReportedResult[])[]): readonly ReportedResult[] {
  const merged: ReportedResult[] = []
  const taken = lists.map(() => 0)
  const isShard = lists.some(list => list.some(({ position }) => position !== null))
  if (!isShard) return lists.flat()
  for (;;) {
    let next = -1
    let earliest: ReportedResult | undefined
    lists.forEach((list, at) => {
      const head = list[taken[at] ?? 0]
      if (head !== undefined && (earliest === undefined || isBefore(head, earliest))) {
        earliest = head
        next = at
      }
    })
    if (earliest === undefined) return merged
    merged.push(earliest)
    taken[next] = (taken[next] ?? 0) + 1
  }
}

function isBefore(one: ReportedResult, other: ReportedResult): boolean {
  return one.iteration === other.iteration
    ? (one.position ?? 0) < (other.position ?? 0)
    : one.iteration < other.iteration
}

function summaryOf(summaries: readonly ReadSummary[], results: readonly ReportedResult[]): RunSummary {
  const sum = (numberOf: (one: ReadSummary) => number) =>
    summaries.reduce((total, one) => total + numberOf(one), 0)
  const most = (numberOf: (one: ReadSummary) => number) =>
    summaries.reduce((highest, one) => Math.max(highest, numberOf(one)), 0)
  const counts: Record<RunStatus, number> = { passed: 0, failed: 0, error: 0, skipped: 0, cancelled: 0 }
  let untested = 0
  let tests = 0
  let testsPassed = 0
  let scriptErrors = 0
  for (const result of results) {
    counts[result.status === 'untested' ? 'passed' : result.status] += 1
    if (result.status === 'untested') untested += 1
    tests += result.tests.length
    testsPassed += result.tests.filter(({ passed }) => passed).length
    scriptErrors += result.scriptErrors.length
  }
  return {
    startedAt: summaries.reduce((first, one) => Math.min(first, one.startedAt), Number.POSITIVE_INFINITY),
    // Shards run at the same time, so the whole takes as long as the longest of them.
    elapsedMs: most(one => one.elapsedMs),
    state: stateOf(summaries),
    iterations: most(one => one.iterations),
    counts,
    untested,
    requests: results.length,
    sends: sum(one => one.requests.sends),
    testsPassed,
    testsFailed: tests - testsPassed,
    scriptErrors,
    receivedBytes: sum(one => one.receivedBytes),
    sentBytes: sum(one => one.sentBytes),
    responseMs: responseTimesOf(results),
  }
}

/** The state that says most about why requests may be missing. */
const earlyEnds = ['cancelled', 'stoppedOnFailure', 'stoppedByScript'] as const

function stateOf(summaries: readonly ReadSummary[]): RunSummary['state'] {
  return earlyEnds.find(end => summaries.some(({ state }) => state === end)) ?? 'completed'
}

function responseTimesOf(results: readonly ReportedResult[]): RunSummary['responseMs'] {
  const times = { total: 0, least: 0, most: 0, count: 0 }
  for (const { timings } of results) {
    if (timings === null) continue
    const { totalMs } = timings
    times.total += totalMs
    times.least = times.count === 0 ? totalMs : Math.min(times.least, totalMs)
    times.most = Math.max(times.most, totalMs)
    times.count += 1
  }
  return times
}
