import type { FoldableFormat } from './fold-scanner.ts'

/** A formatted body, in UTF-8, whose structure is to be summarized. */
export interface FoldJob {
  readonly path: string
  readonly format: FoldableFormat
}

/**
 * A summary of the rows between every two marks of a body, in order. It is enough to find where anything ends
 * without reading all rows in between.
 */
export interface FoldSummary {
  /** How many are open before the first row. */
  readonly depths: Int32Array
  /** The state of the scanner before the first row. */
  readonly states: Uint8Array
  /** The lowest number of open items anywhere in the rows. */
  readonly lowestDepths: Int32Array
  /** How many separators occur at that lowest depth. */
  readonly separators: Int32Array
}
