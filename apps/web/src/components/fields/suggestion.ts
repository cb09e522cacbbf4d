/** One of the texts that a field suggests. */
export interface Suggestion {
  readonly name: string
  /** What it is or means; empty: the name says it. */
  readonly detail: string
  /** What the whole field contains once it is chosen; absent: the name. */
  readonly text?: string
}

/** Returns what fits to a typed text, the best first. */
export type Suggest = (typed: string) => readonly Suggestion[]
