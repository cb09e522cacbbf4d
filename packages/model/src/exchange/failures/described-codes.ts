import type { SendFailure } from '../send-failure.ts'

/** A failure as sentences: what happened, and what to do next. */
export interface FailureDescription {
  readonly sentence: string
  readonly nextStep: string
}

/** Describes a failure of one code. */
export type Describe = (failure: SendFailure) => FailureDescription

/** The descriptions of failures, by their codes. */
export type DescribedCodes = Readonly<Record<string, Describe | undefined>>
