import type { Exchange, HttpRequest, Result, TestReport } from '@parley/model'
import type { WithheldValue } from '../gate/message-secrets.ts'
import type { FailedSend } from './transport.ts'

/** How a send ended: with a response and its tests, or with a failure. */
export type SendOutcome = Result<AnsweredSend, FailedSend>

export interface AnsweredSend {
  readonly exchange: Exchange
  readonly tests: TestReport
}

/** Stores sends for the user, including failed and cancelled ones (behaviour 2.4). */
export interface History {
  /**
   * Called once for each send that was fully prepared, before its outcome is returned.
   * @param request as typed; an entry opens it in a tab
   * @param outcome with the names of secrets in place of their values, but for the content of its response
   * @param secrets those that the request had, which may be in that content; they may be changed or removed later
   */
  record(request: HttpRequest, outcome: SendOutcome, secrets: readonly WithheldValue[]): Promise<void>
}
