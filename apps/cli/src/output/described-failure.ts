import type { SendOutcome } from '@parley/engine'
import { describeSendFailure, type SendFailure, type SendFailureKind, type SendStep } from '@parley/model'
import { nextStepFor } from './next-step.ts'
import type { OutputFault } from './output.ts'

/**
 * Why a send did not end with a complete response at its destination, as sentences and as data for programs.
 */
export interface DescribedFailure {
  /** `output`: the response could not be written. */
  readonly kind: SendFailureKind | 'output'
  readonly code: string
  readonly step: SendStep
  /** `host:port`; empty if it was not known yet. */
  readonly address: string
  readonly sentence: string
  readonly nextStep: string
  /** The beginning of what arrived, as it came, if it is no response that can be read. */
  readonly received?: string
}

/**
 * Describes the failure of a send. A failure to write has precedence over the send's own failure, which it
 * causes.
 */
export function describedFailure(
  outcome: SendOutcome,
  fault: OutputFault | null,
  nextStepOf: NextStepOf,
): DescribedFailure | null {
  if (fault !== null) return { kind: 'output', step: 'response', address: '', ...fault }
  if (outcome.ok) return null
  return describeFailure(outcome.failure.failure, nextStepOf)
}

/** Describes a failure of a send with the next steps of the command line. */
export function describeFailure(
  failure: SendFailure,
  nextStepOf: NextStepOf = nextStepFor,
): DescribedFailure {
  const { kind, code, step, address, received } = failure
  const { sentence, nextStep } = describeSendFailure(failure)
  const described = { kind, code, step, address, sentence, nextStep: nextStepOf(code, nextStep) }
  return received === undefined ? described : { ...described, received }
}

/** Returns the next step after a failure; `common` is the general one. */
type NextStepOf = (code: string, common: string) => string
