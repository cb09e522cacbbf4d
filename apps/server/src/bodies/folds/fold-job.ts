import type { FoldableFormat } from './fold-scanner.ts'

/** A laid-out body, in UTF-8, whose structure is wanted. */
export interface FoldJob {
  readonly path: string
  readonly format: FoldableFormat
}

/**
 * What is known of the rows between two marks of a body, in their order. From it follows where anything ends
 * without reading what stands between.
 */
export interface FoldSummary {
  /** How much is open before the first row. */
  readonly depths: Int32Array
  /** The state of the scanner before the first row. */
  readonly states: Uint8Array
  /** The fewest that are open anywhere in the rows. */
  readonly lowestDepths: Int32Array
  /** How many separators stand where no more than that are open. */
  readonly separators: Int32Array
}
