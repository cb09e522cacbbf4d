/** Where the content of a response goes. What it rejects with has a code, or is a bug. */
export interface BodyTarget {
  /** What a sentence calls it. */
  readonly name: string
  readonly isStandardOutput: boolean
  /** Whether what is written may show on the user's terminal at once. */
  readonly mayShow: boolean
  /** Before the first byte, and also where none follows. */
  begin(): Promise<void>
  write(bytes: Uint8Array): Promise<void>
  /** Whether a response came or not. */
  close(): Promise<void>
  /** What can be read again; null if nothing can, or no response came. */
  kept(): KeptBody | null
}

/** Content that is in memory or in a file. */
export type KeptBody =
  | { readonly kind: 'memory'; readonly bytes: Uint8Array }
  | { readonly kind: 'file'; readonly path: string; readonly sizeBytes: number }
