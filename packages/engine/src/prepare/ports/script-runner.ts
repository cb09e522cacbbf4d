import type { Exchange, HeaderField, Result, ScriptNote, SendFailure, TestReport } from '@parley/model'
import type { ResolvedRequest } from '../request-context.ts'
import type { ContentOverride, ScriptOutcome } from '../scripts/script-outcome.ts'
import type { VariableScope } from '../variables/scope.ts'

/** The sandbox in which scripts run (behaviour 4). */
export interface ScriptRunner {
  /** Runs the scripts, outermost first. A script that throws stops the send. */
  runPreRequest(run: PreRequestRun): Promise<Result<ScriptOutcome, SendFailure>>
  /**
   * Runs the scripts, outermost first. A script that throws is listed in the report, after the earlier
   * results.
   */
  runPostResponse(run: PostResponseRun): Promise<ScriptReport>
}

/** The results of the post-response scripts. */
export interface ScriptReport extends TestReport {
  /** What users should know about the scripts; absent: nothing. */
  readonly notes?: readonly ScriptNote[]
  /** Whether something that lists tests looked at the status of the response; absent: nothing did. */
  readonly isStatusTested?: boolean
}

export interface PreRequestRun {
  readonly resolved: ResolvedRequest
  readonly sendRequest: ScriptRequestSender
  /** Aborts on Cancel: the script is stopped and none of its changes are kept. */
  readonly signal: AbortSignal
}

export interface PostResponseRun {
  readonly resolved: ResolvedRequest
  /** The result of the pre-request scripts. */
  readonly outcome: ScriptOutcome
  /** Without the values of withheld secrets. */
  readonly exchange: Exchange
  readonly signal: AbortSignal
}

/**
 * Sends a request for `sendRequest` in a script (behaviour 4.10). `scopes` include the values that the script has
 * set.
 */
export type ScriptRequestSender = (
  request: ScriptRequest,
  scopes: readonly VariableScope[],
  signal: AbortSignal,
) => Promise<Result<Exchange, SendFailure>>

/** A request of a script. `{{name}}` is filled in in URL and header values, never in content. */
export interface ScriptRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly HeaderField[]
  readonly content: ContentOverride | null
}
