import type { MergedParts, WithheldValue } from '@parley/engine'
import type { BodyFiles } from '../body-files.ts'

/** A job for the thread that merges incremental responses. */
export interface MergeJob extends BodyFiles {
  readonly boundary: string
  /** Whether more of the body arrives. */
  readonly isGrowing: boolean
  /** Secrets, whose names are written in place of their values. */
  readonly secrets: readonly WithheldValue[]
}

/** What was written: nothing if the body has no part of its boundary. */
export interface MergeAnswer {
  readonly isWritten: boolean
  readonly parts: MergedParts
}
