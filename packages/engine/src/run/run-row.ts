import type { RunResult, RunStatus, SkipReason } from './run-events.ts'

/** What a list shows of a request of a run: little enough for ten thousand of them. */
export interface RunRow {
  readonly index: number
  /** From 0. */
  readonly iteration: number
  readonly key: string
  readonly requestId: string
  readonly name: string
  /** The names of where it stands, outermost first. */
  readonly path: readonly string[]
  readonly method: string
  readonly status: RunStatus
  readonly skipped: SkipReason | null
  /** How often it was sent. */
  readonly sends: number
  /** Null where no response came. */
  readonly statusCode: number | null
  /** Of a whole exchange; null: there was none. */
  readonly totalMs: number | null
  /** Why no whole response came; null: one did, or nothing was sent. */
  readonly failureCode: string | null
  readonly testsPassed: number
  readonly testsFailed: number
  readonly scriptErrors: number
}

/** The row of a result. */
export function runRowOf(result: RunResult): RunRow {
  const { index, iteration, key, id, name, path, method, status, skipped, sends, outcome, tests } = result
  const exchange = outcome?.ok === true ? outcome.value.exchange : null
  const failed = outcome?.ok === false ? outcome.failure : null
  const passed = tests.results.filter(test => test.passed).length
  return {
    index,
    iteration,
    key,
    requestId: id,
    name,
    path,
    method,
    status,
    skipped,
    sends,
    statusCode: (exchange?.response ?? failed?.response)?.statusCode ?? null,
    totalMs: exchange?.timings.totalMs ?? null,
    failureCode: status === 'error' ? (failed?.failure.code ?? null) : null,
    testsPassed: passed,
    testsFailed: tests.results.length - passed,
    scriptErrors: tests.scriptErrors.length,
  }
}
