import type { SendOutcome } from '@parley/engine'
import { describeSendFailure, type SendFailure, type SendFailureKind, type SendStep } from '@parley/model'
import { nextStepFor } from './next-step.ts'
import type { OutputFault } from './output.ts'

/** Why a send did not end with a whole response in its place, in words and for programs. */
export interface DescribedFailure {
  /** `output`: the response could not be written. */
  readonly kind: SendFailureKind | 'output'
  readonly code: string
  readonly step: SendStep
  /** As `host:port`; empty if it was not known yet. */
  readonly address: string
  readonly sentence: string
  readonly nextStep: string
}

/** The failure of a send; what could not be written comes before what the send met because of it. */
export function describedFailure(outcome: SendOutcome, fault: OutputFault | null): DescribedFailure | null {
  if (fault !== null) return { kind: 'output', step: 'response', address: '', ...fault }
  if (outcome.ok) return null
  return describeFailure(outcome.failure.failure)
}

/** A failure of a send in the words of the command line. */
export function describeFailure(failure: SendFailure): DescribedFailure {
  const { kind, code, step, address } = failure
  const { sentence, nextStep } = describeSendFailure(failure)
  return { kind, code, step, address, sentence, nextStep: nextStepFor(code, nextStep) }
}
