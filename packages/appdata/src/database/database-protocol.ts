import type { DatabaseOperations } from './database-operations.ts'

/** What the thread of the database is started with. */
export interface DatabaseSetup {
  readonly folder: string
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
  | { readonly type: 'opened'; readonly setAsidePath: string | null }
  | { readonly type: 'newer'; readonly version: number; readonly knownVersion: number }
  | { readonly type: 'answer'; readonly id: number; readonly value: never }
  | { readonly type: 'failure'; readonly id: number; readonly message: string; readonly code: string }
