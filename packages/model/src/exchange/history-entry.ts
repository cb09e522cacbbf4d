import type { Request } from '../request/request.ts'
import type { Exchange, Response, SendAttempt } from './exchange.ts'
import type { SendFailure } from './send-failure.ts'
import type { TestReport } from './test-report.ts'

/** How many entries the history keeps (spec 2.4). */
export const maximumHistoryEntries = 100

/** How much of a response an entry keeps, once its content codings are undone (product decisions, History). */
export const maximumHistoryBodyBytes = 10 * 1024 * 1024

/** An entry as lists show it. */
export interface HistorySummary {
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly sentAt: number
  readonly method: string
  /** The target as sent, of redirects the first one; as typed where nothing was. */
  readonly url: string
  /** The request or tab it came from, for the request's own run history. */
  readonly requestId: string
  readonly state: 'answered' | 'failed' | 'cancelled'
  /** Null where no response began. */
  readonly statusCode: number | null
  readonly elapsedMs: number
}

/**
 * One send from the page, failed and cancelled ones too (spec 2.4; product decisions, History).
 * The request as sent stands in the exchange, with secrets as `{{names}}`.
 */
export interface HistoryEntry extends HistorySummary {
  /** As typed: it opens in a tab. */
  readonly request: Request
  /** The handle of its response's content is empty where that was not kept. */
  readonly outcome: HistoryOutcome
  /** Why there is less of the response's content than came: it was too large, or its file is gone. */
  readonly missingBody: 'tooLarge' | 'lost' | null
}

export type HistoryOutcome =
  | { readonly state: 'answered'; readonly exchange: Exchange; readonly tests: TestReport }
  | {
      readonly state: 'failed'
      readonly failure: SendFailure
      /** Null where nothing was sent. */
      readonly attempt: SendAttempt | null
      /** What had arrived when it failed or was cancelled. */
      readonly response: Response | null
    }
