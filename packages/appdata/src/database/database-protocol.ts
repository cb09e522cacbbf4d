import type { DatabaseOperations } from './database-operations.ts'
import type { RecoveryReport } from './recovery-report.ts'

/** What the thread of the database is started with. */
export interface DatabaseSetup {
  readonly folder: string
  /** Whether rolling copies are made, at the start, once a day and at the end. */
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

/** The first message tells how opening went; then comes an answer to each call, in their order. */
export type FromDatabase =
  | {
      readonly type: 'opened'
      readonly recovery: RecoveryReport | null
      readonly isRecovered: boolean
    }
  | { readonly type: 'newer'; readonly version: number; readonly knownVersion: number }
  | { readonly type: 'answer'; readonly id: number; readonly value: never }
  | { readonly type: 'failure'; readonly id: number; readonly message: string; readonly code: string }
