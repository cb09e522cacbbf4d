import type { SchemaProblem } from '@parley/server/contract'
import type { CallOutcome, CallProblem } from '../../graphql/worker/graphql-language.ts'

const byCall: Readonly<Record<Exclude<CallProblem, 'OUTDATED' | 'CLOSED'>, SchemaProblem>> = {
  TOO_SLOW: {
    code: 'SCHEMA_TOO_SLOW',
    sentence: 'Reading the schema took longer than 30 seconds.',
    nextStep: 'Use a file with a part of the schema.',
    answer: null,
  },
  FAILED: {
    code: 'SCHEMA_NOT_READ',
    sentence: 'The browser could not read the schema.',
    nextStep: 'Use a file with a part of the schema.',
    answer: null,
  },
}

/** Describes what became of a schema that was given to the worker. `outdated`: another one took its place. */
export function describeSchemaOutcome(
  outcome: CallOutcome<'setSchema'>,
): 'outdated' | { readonly typeCount: number } | SchemaProblem {
  if ('problem' in outcome)
    return outcome.problem === 'OUTDATED' || outcome.problem === 'CLOSED'
      ? 'outdated'
      : byCall[outcome.problem]
  const { answer } = outcome
  if (answer === null) return 'outdated'
  if ('typeCount' in answer) return { typeCount: answer.typeCount }
  const { code, message } = answer.problem
  return { code, sentence: message, nextStep: 'Check the file, or refresh the schema.', answer: null }
}
