import type { Exchange, Response } from './exchange.ts'
import type { SendFailure } from './send-failure.ts'
import type { TestReport } from './test-report.ts'

/** The states of a send after idle (spec 3). `awaiting` carries what has arrived so far. */
export type SendProgress =
  | {
      readonly state: 'awaiting'
      readonly startedAt: number
      readonly targetUri: string
      readonly response: Response | null
    }
  | { readonly state: 'answered'; readonly exchange: Exchange; readonly tests: TestReport }
  | {
      readonly state: 'failed'
      readonly failure: SendFailure
      /** What had arrived when it failed or was cancelled. */
      readonly response: Response | null
    }
