import type { Readable, Writable } from 'node:stream'

/** A stream that may be the keyboard of a terminal. */
export type InputStream = Readable & { readonly isTTY?: boolean }

/** A stream that may be a terminal. */
export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number }

/** Where a command line reads from. */
export interface StandardInput {
  /** A process opens it when this is first asked for. */
  readonly stream: InputStream
  /** Whether it comes from another program or a file. */
  isPiped(): boolean
}

/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>
