import { type DeviceOutcomes, type NewRun, runPieceSize } from '@parley/appdata'
import type { RunResult, RunRow } from '@parley/engine'
import type { EarlierOutcome, OutcomeSummary } from './earlier-outcome.ts'
import type { ExposedIds } from './exposed-ids.ts'

/** The rows of longer runs are not read: an agent waits for them. */
const mostPieces = 64
const mostResults = 100

/** What the app stores about a run as a whole. */
type RunTimes = Pick<OutcomeSummary, 'elapsedMs'> & { readonly startedAt: number }

interface ExposedRows {
  readonly rows: readonly RunRow[]
  readonly info: RunTimes
}

/** Returns the rows of a run that are of requests that agents may use. */
export async function exposedRowsOf(
  run: NewRun<unknown>,
  device: DeviceOutcomes,
  ids: ExposedIds,
): Promise<ExposedRows> {
  const read = await device.runs.rows(run.id, 0, mostPieces - 1)
  const rows: RunRow[] = []
  for (const row of read.ok ? read.value : []) if ((await ids.find(row.requestId)) !== null) rows.push(row)
  return { rows, info: timesOf(run.summary) }
}

/** Returns a run of the app; null if there is none with a request that agents may use. */
export async function describeAppRun(
  id: string,
  device: DeviceOutcomes,
  ids: ExposedIds,
): Promise<EarlierOutcome | null> {
  const read = await device.runs.read<unknown>(id)
  if (!read.ok || read.value === null) return null
  const run = read.value
  const { rows, info } = await exposedRowsOf(run, device, ids)
  if (rows.length === 0) return null
  const results = await failedResults(id, rows, device)
  return {
    ...{ id, kind: 'run', by: 'app', path: ids.pathOf(run.targetId), results, hasBodies: false },
    summary: summaryOf(rows, info),
  }
}

/** Counts rows. */
export function summaryOf(rows: readonly RunRow[], { elapsedMs }: RunTimes): OutcomeSummary {
  const count = (status: RunRow['status']) => rows.filter(row => row.status === status).length
  const sum = (numberOf: (row: RunRow) => number) => rows.reduce((total, row) => total + numberOf(row), 0)
  return {
    state: 'completed',
    requests: rows.length,
    counts: {
      passed: count('passed'),
      failed: count('failed'),
      error: count('error'),
      skipped: count('skipped'),
      cancelled: count('cancelled'),
    },
    untested: rows.filter(row => row.status === 'passed' && row.testsPassed + row.testsFailed === 0).length,
    testsPassed: sum(row => row.testsPassed),
    testsFailed: sum(row => row.testsFailed),
    scriptErrors: sum(row => row.scriptErrors),
    elapsedMs,
  }
}

async function failedResults(
  id: string,
  rows: readonly RunRow[],
  device: DeviceOutcomes,
): Promise<readonly RunResult[]> {
  const failed = rows
    .filter(({ status }) => status !== 'passed' && status !== 'skipped')
    .slice(0, mostResults)
  const wanted = new Set(failed.map(({ index }) => index))
  const results: RunResult[] = []
  for (const piece of new Set(failed.map(({ index }) => Math.floor(index / runPieceSize)))) {
    const read = await device.runs.results(id, piece)
    if (read.ok)
      results.push(...read.value.map(({ result }) => result).filter(({ index }) => wanted.has(index)))
  }
  return results
}

/** Reads what the app stores with a run; an unknown form counts as without times. */
function timesOf(stored: unknown): RunTimes {
  const numberIn = (value: unknown, name: string) => {
    const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : null
    return typeof found === 'number' ? found : 0
  }
  const summary: unknown =
    typeof stored === 'object' && stored !== null ? Reflect.get(stored, 'summary') : null
  return { startedAt: numberIn(stored, 'startedAt'), elapsedMs: numberIn(summary, 'elapsedMs') }
}
