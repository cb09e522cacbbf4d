import type { Request } from '../request/request.ts'
import type { Exchange } from './exchange.ts'
import type { SendFailure } from './send-failure.ts'
import type { TestReport } from './test-report.ts'

/** How many entries the history keeps (spec 2.4). */
export const maximumHistoryEntries = 100

/**
 * One send from the page, failed and cancelled ones too (spec 2.4; product decisions, History).
 * The request as sent stands in the exchange, with secrets as `{{names}}`.
 */
export interface HistoryEntry {
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly sentAt: number
  /** As shown in the list. */
  readonly method: string
  /** As shown in the list: the target as sent, or as typed where nothing was. */
  readonly url: string
  /** The saved request it came from, for the request's own run history; null for an unsaved one. */
  readonly requestId: string | null
  /** As typed: it opens in a tab. */
  readonly request: Request
  readonly outcome: HistoryOutcome
}

export type HistoryOutcome =
  | { readonly state: 'answered'; readonly exchange: Exchange; readonly tests: TestReport }
  | { readonly state: 'failed'; readonly failure: SendFailure }
