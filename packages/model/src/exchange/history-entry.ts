import type { Request, RequestKind } from '../request/request.ts'
import type { Exchange, GrpcState, Response, SendAttempt } from './exchange.ts'
import type { SendFailure } from './send-failure.ts'
import type { TestReport } from './test-report.ts'

/** The number of entries in the history (behaviour 2.4). */
export const maximumHistoryEntries = 100

/** How much decoded response content an entry stores (behaviour, History). */
export const maximumHistoryBodyBytes = 10 * 1024 * 1024

/** An entry in lists. */
export interface HistorySummary {
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly sentAt: number
  readonly method: string
  /** The target as sent, before redirects; as typed if nothing was sent. */
  readonly url: string
  /** The request or tab it was sent from, for the request's own run history. */
  readonly requestId: string
  readonly state: 'answered' | 'failed' | 'cancelled'
  /** Null if there was no response. */
  readonly statusCode: number | null
  /** Of a session, the time of all its connections. */
  readonly elapsedMs: number
  /** The kind of a request that is not one exchange over HTTP; absent for others. */
  readonly kind?: RequestKind
  /** How many messages a session received and sent; absent if there was none. */
  readonly messages?: HistoryMessages
  /** How a gRPC call ended; absent if it has no status. */
  readonly callStatus?: Pick<GrpcState, 'code' | 'name'>
  /** The code of the failure; absent if there was none, and in entries of earlier versions. */
  readonly failureCode?: string
  /** The name of the environment in use; absent if there was none, and in entries of earlier versions. */
  readonly environment?: string
  /** How many tests and assertions there were, and how many passed; absent: none, or an earlier version. */
  readonly tests?: HistoryTests
}

/** The tests of a send. */
export interface HistoryTests {
  readonly passed: number
  readonly total: number
}

/** The messages of a session. Each further connection of an event stream counts as sent. */
export interface HistoryMessages {
  readonly received: number
  readonly sent: number
}

/**
 * A send from the page, including failed and cancelled ones (behaviour 2.4; behaviour, History). The
 * exchange contains the request as sent, with secrets as `{{names}}`.
 */
export interface HistoryEntry extends HistorySummary {
  /** As typed, to open it in a tab. */
  readonly request: Request
  /** The handle of its response's content is empty if the content was not stored. */
  readonly outcome: HistoryOutcome
  /** The handle of the stored list of a session; absent if none was stored. */
  readonly logHandle?: string
  /** Why less content is stored than was received: it was too large, or its file is gone. */
  readonly missingBody: 'tooLarge' | 'lost' | null
}

export type HistoryOutcome =
  | { readonly state: 'answered'; readonly exchange: Exchange; readonly tests: TestReport }
  | {
      readonly state: 'failed'
      readonly failure: SendFailure
      /** Null if nothing was sent. */
      readonly attempt: SendAttempt | null
      /** What had arrived when the send failed or was cancelled. */
      readonly response: Response | null
    }
