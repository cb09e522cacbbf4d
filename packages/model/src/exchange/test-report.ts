/** What the post-response scripts of one send brought (spec 4.4); cleared on each send. */
export interface TestReport {
  /** In the order in which they ran. */
  readonly results: readonly TestResult[]
  /** Scripts that crashed or were stopped, listed as `Script error:`. */
  readonly scriptErrors: readonly ScriptError[]
}

export type TestResult =
  | { readonly passed: true; readonly name: string; readonly checks?: readonly TestCheck[] }
  | {
      readonly passed: false
      readonly name: string
      readonly reason: string
      readonly checks?: readonly TestCheck[]
    }

/** One `pw.expect`, which never throws (product decisions, Failing test); an error is a check that makes no sense. */
export interface TestCheck {
  readonly outcome: 'passed' | 'failed' | 'error'
  readonly message: string
}

/** Why a script ended early, and where. */
export interface ScriptError {
  readonly message: string
  /** Whose script it was. */
  readonly owner: 'collection' | 'folder' | 'request'
  readonly phase: 'preRequest' | 'postResponse'
  /** From 1; null where the engine names no place. */
  readonly line: number | null
  readonly column: number | null
}

/** How many tests passed, of how many: `<passed> / <total> passed`. */
export function countPassed(report: TestReport): { readonly passed: number; readonly total: number } {
  return { passed: report.results.filter(result => result.passed).length, total: report.results.length }
}
