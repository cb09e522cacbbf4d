import type { RequestKind } from '@parley/model'
import { describeDataRow } from './data-row.ts'
import type { RunResult, RunStatus, SkipReason } from './run-events.ts'

/** What a list shows of a result: small enough for ten thousand rows. */
export interface RunRow {
  readonly index: number
  /** From 0. */
  readonly iteration: number
  readonly key: string
  readonly requestId: string
  readonly name: string
  /** The beginning of its data row in one line; absent: there is none. */
  readonly dataText?: string
  /** The first text of its data row, or its beginning; absent: there is none. */
  readonly rowName?: string
  /** The names of its containers, outermost first. */
  readonly path: readonly string[]
  /** Absent for HTTP requests, and in rows of earlier versions. */
  readonly kind?: RequestKind
  readonly method: string
  readonly status: RunStatus
  readonly skipped: SkipReason | null
  /** The number of sends. */
  readonly sends: number
  /** Null if there was no response. */
  readonly statusCode: number | null
  /** The total time of an exchange; null without one. */
  readonly totalMs: number | null
  /** Why there was no complete response; null if there was one, or nothing was sent. */
  readonly failureCode: string | null
  /** Present if nothing was sent because of the failure; absent in rows of earlier versions. */
  readonly isUnsent?: true
  readonly testsPassed: number
  readonly testsFailed: number
  readonly scriptErrors: number
}

/** Returns the row of a result. */
export function runRowOf(result: RunResult): RunRow {
  const {
    index,
    iteration,
    key,
    id,
    name,
    path,
    kind,
    method,
    status,
    skipped,
    sends,
    outcome,
    tests,
    data,
  } = result
  const exchange = outcome?.ok === true ? outcome.value.exchange : null
  const failed = outcome?.ok === false ? outcome.failure : null
  const passed = tests.results.filter(test => test.passed).length
  return {
    index,
    iteration,
    key,
    requestId: id,
    name,
    ...(data === undefined ? {} : describeDataRow(data)),
    path,
    ...(kind === undefined ? {} : { kind }),
    method,
    status,
    skipped,
    sends,
    statusCode: (exchange?.response ?? failed?.response)?.statusCode ?? null,
    totalMs: exchange?.timings.totalMs ?? null,
    failureCode: status === 'error' ? (failed?.failure.code ?? null) : null,
    ...(status === 'error' && failed?.failure.step === 'prepare' ? { isUnsent: true as const } : {}),
    testsPassed: passed,
    testsFailed: tests.results.length - passed,
    scriptErrors: tests.scriptErrors.length,
  }
}
