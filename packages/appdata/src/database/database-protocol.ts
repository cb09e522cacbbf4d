import type { DatabaseOperations } from './database-operations.ts'
import type { RecoveryReport } from './recovery-report.ts'

/** The data for starting the database's thread. */
export interface DatabaseSetup {
  readonly folder: string
  /** Whether to make rolling copies: at the start, once a day and at the end. */
  readonly makesCopies: boolean
}

/** A call of an operation, or the last message, which closes the database. */
export type ToDatabase =
  | {
      readonly type: 'call'
      readonly id: number
      readonly operation: keyof DatabaseOperations
      readonly args: readonly unknown[]
    }
  | { readonly type: 'close' }

/**
 * The first message is the result of opening the database; the others are the results of the calls, in order.
 */
export type FromDatabase =
  | {
      readonly type: 'opened'
      readonly recovery: RecoveryReport | null
      readonly isRecovered: boolean
    }
  | { readonly type: 'newer'; readonly version: number; readonly knownVersion: number }
  | { readonly type: 'answer'; readonly id: number; readonly value: never }
  | { readonly type: 'failure'; readonly id: number; readonly message: string; readonly code: string }
