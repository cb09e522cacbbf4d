import { becauseOf, failureCodeOf, nextStepFor } from '@parley/files'
import type { DescribedProblem } from '../contract/index.ts'
import { logFault } from '../log-fault.ts'

/** Returns what could not be done, why the disk refused it, and what to do. Anything but the disk is a bug and logged. */
export function describeStoreFailure(what: string, error: unknown): DescribedProblem {
  const code = failureCodeOf(error)
  if (code === '') logFault('reading the messages of a session', error)
  return {
    sentence: `${what}${becauseOf(code)}.`,
    nextStep: nextStepFor(code, 'Free some space on the disk, then try again.'),
  }
}
