import type { Assertion, SetVariableAction } from '@parley/model'
import type { LoadCheck, LoadOperator, LoadSet, Scalar } from './script-parts.ts'
import { ScriptReader } from './script-reader.ts'
import { tokenizeScript } from './script-tokens.ts'

/** The operators of assertions that load tests have. */
const operators: Readonly<Record<string, LoadOperator>> = {
  eq: 'eq',
  neq: 'neq',
  gt: 'gt',
  gte: 'gte',
  lt: 'lt',
  lte: 'lte',
  contains: 'contains',
  notContains: 'notContains',
  isDefined: 'exists',
  isUndefined: 'missing',
}

/** Returns the check of an assertion; null if load tests have no such check. */
export function checkOfAssertion({ expression, operator, value = '' }: Assertion): LoadCheck | null {
  const source = sourceOf(expression)
  const known = Object.hasOwn(operators, operator) ? operators[operator] : undefined
  if (source === null || known === undefined) return null
  const name = `${expression} ${operator} ${value}`.trim()
  if (known === 'exists' || known === 'missing') return { name, source, operator: known, value: null }
  // Names in values are filled in for each request.
  return value.includes('{{') ? null : { name, source, operator: known, value: scalarOf(value) }
}

/** Returns the variable that an action sets from the response; null if load tests cannot set it. */
export function setOfAction({ phase, expression, variableName }: SetVariableAction): LoadSet | null {
  const source = phase === 'postResponse' ? sourceOf(expression) : null
  return source === null ? null : { name: variableName, value: source }
}

function sourceOf(expression: string) {
  const { tokens, unreadLine } = tokenizeScript(expression)
  const reader = new ScriptReader(tokens, new Map())
  return unreadLine === null ? reader.whole(() => reader.source()) : null
}

/** A number, true, false and null are what they are, and everything else is a text. */
function scalarOf(value: string): Scalar {
  const text = value.trim()
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read === 'number' || typeof read === 'boolean' || typeof read === 'string' || read === null)
      return read
  } catch {}
  return text
}
