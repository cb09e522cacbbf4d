import type { SchemaProblem } from '@parley/server/contract'
import type { CallProblem, OutcomeOf, ReadSchema } from '../../language-worker/language-calls.ts'

const byCall: Readonly<Record<Exclude<CallProblem, 'OUTDATED' | 'CLOSED'>, (noun: string) => SchemaProblem>> =
  {
    TOO_SLOW: noun => ({
      code: 'SCHEMA_TOO_SLOW',
      sentence: `Reading the ${noun} took longer than 30 seconds.`,
      nextStep: `Use a file with a part of the ${noun}.`,
      answer: null,
    }),
    FAILED: noun => ({
      code: 'SCHEMA_NOT_READ',
      sentence: `The browser could not read the ${noun}.`,
      nextStep: `Use a file with a part of the ${noun}.`,
      answer: null,
    }),
  }

/** Describes what became of a schema that was given to the worker. `outdated`: another one took its place. */
export function describeSchemaOutcome(
  outcome: OutcomeOf<ReadSchema | null>,
  noun: string,
): 'outdated' | { readonly typeCount: number } | SchemaProblem {
  if ('problem' in outcome)
    return outcome.problem === 'OUTDATED' || outcome.problem === 'CLOSED'
      ? 'outdated'
      : byCall[outcome.problem](noun)
  const { answer } = outcome
  if (answer === null) return 'outdated'
  if ('typeCount' in answer) return { typeCount: answer.typeCount }
  const { code, message } = answer.problem
  return { code, sentence: message, nextStep: `Check the file, or refresh the ${noun}.`, answer: null }
}
