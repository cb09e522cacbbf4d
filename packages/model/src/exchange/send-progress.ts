import type { Exchange, Response, SendAttempt } from './exchange.ts'
import type { SendFailure } from './send-failure.ts'
import type { TestReport } from './test-report.ts'

/** How much of a request's content was sent; both are 0 if there is none. */
export interface RequestContentProgress {
  readonly sentBytes: number
  readonly totalBytes: number
}

/** The states of a send after idle (behaviour 3). `awaiting` includes what has arrived so far. */
export type SendProgress =
  | {
      readonly state: 'awaiting'
      readonly startedAt: number
      readonly targetUri: string
      readonly requestContent: RequestContentProgress
      readonly response: Response | null
      /** When a stream that has ended connects again, in milliseconds since the epoch; absent: it does not wait. */
      readonly reconnectsAt?: number
      /** Present while a gRPC call goes on whose messages are sent one by one: whether more can be sent. */
      readonly call?: 'open' | 'ended'
    }
  | { readonly state: 'answered'; readonly exchange: Exchange; readonly tests: TestReport }
  | {
      readonly state: 'failed'
      readonly failure: SendFailure
      /** Null if nothing was sent. */
      readonly attempt: SendAttempt | null
      /** What had arrived when the send failed or was cancelled. */
      readonly response: Response | null
    }
