import type { MessageIndex } from './message-index.ts'

/** The messages of a live session: where they are, and their bytes. */
export interface MessageLog {
  readonly index: MessageIndex
  /** `events`: each message is written as in an event stream. `payloads`: as its payload only. */
  readonly framing: 'events' | 'payloads'
  /** Returns bytes of the log; null if they were dropped or released. */
  read(offset: number, lengthBytes: number): Promise<Uint8Array | null>
  /** Returns the files that have these bytes, for another thread; null if they were dropped or released. */
  files(from: number, to: number): Promise<readonly LogFile[] | null>
}

/** A file with a part of a log. */
export interface LogFile {
  readonly path: string
  /** The offset in the log at which the file begins. */
  readonly start: number
}
