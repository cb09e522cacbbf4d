import type { Response } from '@parley/model'

/**
 * A destination for the content of a response. Its methods reject with an error that has a code, or with a
 * bug.
 */
export interface BodyTarget {
  /** The name of the target in sentences. */
  readonly name: string
  readonly isStandardOutput: boolean
  /** Whether written bytes may appear on the user's terminal at once. */
  readonly mayShow: boolean
  /** Called with the response before its content, where the content is shown as the server sent it. */
  expect?(response: Response): void
  /** Called before the first byte, also if no byte follows. */
  begin(): Promise<void>
  write(bytes: Uint8Array): Promise<void>
  /** Called at the end, whether or not a response arrived. */
  close(): Promise<void>
  /** Returns content that can be read again; null if there is none, or no response arrived. */
  kept(): KeptBody | null
}

/** Content in memory or in a file. */
export type KeptBody =
  | { readonly kind: 'memory'; readonly bytes: Uint8Array }
  | { readonly kind: 'file'; readonly path: string; readonly sizeBytes: number }
