import type { LogFile, MessageLog } from '../message-log.ts'

/** Messages of one block of an index, for another thread. */
export interface LogRange {
  /** The memory of the block, which the threads share. */
  readonly buffer: SharedArrayBuffer
  /** The number of the block's first message. */
  readonly blockStart: number
  readonly from: number
  readonly to: number
}

/** Secrets, whose names are shown in place of their values. */
export type Secrets = readonly { readonly name: string; readonly text: string }[]

/** Which messages are listed. */
export interface LogQuestion {
  /** Null: both directions. */
  readonly isSent: boolean | null
  /** Types by number; null: all. */
  readonly typeNumbers: readonly number[] | null
  /** Types that have no number of their own. */
  readonly otherTypes: readonly string[]
  /** A text that messages contain as they are shown, ignoring case; empty: any. */
  readonly query: string
  readonly secrets: Secrets
}

interface LogSource {
  readonly framing: MessageLog['framing']
  readonly files: readonly LogFile[]
  readonly question: LogQuestion
}

/** Finds the messages of a range that answer a question. The thread responds with their numbers. */
export interface SearchJob extends LogSource {
  readonly kind: 'search'
  readonly range: LogRange
}

/** Writes the messages that answer a question to a new file. The thread responds with how many there are. */
export interface ExportJob extends LogSource {
  readonly kind: 'export'
  readonly ranges: readonly LogRange[]
  /** The types by number. */
  readonly types: readonly string[]
  readonly format: 'ndjson' | 'text' | 'har'
  readonly targetPath: string
}
