import type { ResolvedRequest } from '@parley/engine'
import { assertionOperators, isAssertionOperator, type ScriptError, type Scripts } from '@parley/model'
import type { DeclaredAssertion, DeclaredChecks } from '../shared/declared-checks.ts'

/** One script of a send, or what its request declares instead; each runs in a sandbox of its own. */
export interface ScriptStep extends Pick<ScriptError, 'owner' | 'phase'> {
  /** Empty if `declared` is there. */
  readonly source: string
  readonly declared?: DeclaredChecks
  /** The positions of the declared assertions in those of the request. */
  readonly assertions?: readonly number[]
}

/** Returns the variables to set before the request, then the scripts from the outside in. */
export function preRequestSteps(resolved: ResolvedRequest): readonly ScriptStep[] {
  return [
    ...variableSteps(resolved, 'preRequest'),
    ...scriptSteps(resolved, 'preRequest', one => one.preRequest),
  ]
}

/**
 * Returns the steps after the response in Bruno's order: variables from the response, post-response scripts,
 * assertions, and the additional scripts of other clients' files (behaviour, Assertions).
 */
export function postResponseSteps(resolved: ResolvedRequest): readonly ScriptStep[] {
  return [
    ...variableSteps(resolved, 'postResponse'),
    ...scriptSteps(resolved, 'postResponse', one => one.postResponse),
    ...assertionSteps(resolved),
    ...scriptSteps(resolved, 'postResponse', one => one.tests),
  ]
}

function scriptSteps(
  { scripts }: ResolvedRequest,
  phase: ScriptStep['phase'],
  pick: (scripts: Scripts) => string,
): readonly ScriptStep[] {
  return scripts
    .map(one => ({ owner: one.owner, phase, source: pick(one.scripts) }))
    .filter(({ source }) => source.trim() !== '')
}

function variableSteps({ request }: ResolvedRequest, phase: ScriptStep['phase']): readonly ScriptStep[] {
  const variables = request.actions
    .filter(one => one.enabled && one.phase === phase)
    .map(({ variableName, expression }) => ({ name: variableName, expression }))
  return variables.length === 0
    ? []
    : [{ owner: 'request', phase, source: '', declared: { assertions: [], variables } }]
}

function assertionSteps({ request }: ResolvedRequest): readonly ScriptStep[] {
  const ticked = request.assertions.flatMap((assertion, at) => (assertion.enabled ? [{ assertion, at }] : []))
  if (ticked.length === 0) return []
  const assertions = ticked.map(({ assertion }) => declaredAssertion(assertion))
  return [
    {
      owner: 'request',
      phase: 'postResponse',
      source: '',
      declared: { assertions, variables: [] },
      assertions: ticked.map(({ at }) => at),
    },
  ]
}

function declaredAssertion({
  expression,
  operator,
  value = '',
}: ResolvedRequest['request']['assertions'][number]): DeclaredAssertion {
  if (!isAssertionOperator(operator)) return { expression, operator, words: operator, value }
  const { words, takesValue } = assertionOperators[operator]
  return { expression, operator, words, value: takesValue ? value : '' }
}
