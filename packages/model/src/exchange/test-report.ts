/** The results of the scripts of one send (behaviour 4.4); cleared on each send. */
export interface TestReport {
  /** In the order in which the tests ran. */
  readonly results: readonly TestResult[]
  /** How long each of them took, in milliseconds; absent: not measured. */
  readonly times?: readonly number[]
  /** Scripts that crashed or were stopped, shown as `Script error:`. */
  readonly scriptErrors: readonly ScriptError[]
}

export type TestResult = TestFields &
  ({ readonly passed: true } | { readonly passed: false; readonly reason: string })

interface TestFields {
  readonly name: string
  readonly checks?: readonly TestCheck[]
  /** The position in the request's assertions, if it is the result of one. */
  readonly assertion?: number
}

/**
 * One `pw.expect`, which never throws (behaviour, Failing test). An error is a check that makes no
 * sense.
 */
export interface TestCheck {
  readonly outcome: 'passed' | 'failed' | 'error'
  readonly message: string
}

/** Why a script ended early, and where. */
export interface ScriptError {
  readonly message: string
  /** The owner of the script. */
  readonly owner: 'collection' | 'folder' | 'request'
  readonly phase: 'preRequest' | 'postResponse'
  /** From 1; null if the engine reports no position. */
  readonly line: number | null
  readonly column: number | null
}

/** Returns the numbers for `<passed> / <total> passed`. */
export function countPassed(report: TestReport): { readonly passed: number; readonly total: number } {
  return { passed: report.results.filter(result => result.passed).length, total: report.results.length }
}
