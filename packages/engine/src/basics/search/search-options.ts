/** How a text is searched for. */
export interface SearchOptions {
  readonly isCaseSensitive: boolean
  readonly isWholeWord: boolean
  readonly isRegularExpression: boolean
}

export interface SearchMatch {
  readonly index: number
  /** At least 1. */
  readonly length: number
}

/** Finds matches in texts; its time is linear in their lengths. */
export interface SearchPattern {
  /** Whether a match may depend on the character before it. */
  readonly looksBehind: boolean
  /** The most characters of a match, as far as it is known. */
  readonly maximumLength: number
  /** Returns the matches that begin at a position or later, in their order, without overlaps. */
  matches(text: string, from: number): Iterable<SearchMatch>
}
