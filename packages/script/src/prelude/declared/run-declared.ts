import type { DeclaredAssertion, DeclaredChecks, DeclaredVariable } from '../../shared/declared-checks.ts'
import { addNote } from '../core/add-note.ts'
import { messageOf } from '../core/describe-error.ts'
import { readJsonBy } from '../core/response-view.ts'
import { registerTest } from '../core/test-registry.ts'
import { fillText, writeVariable } from '../core/variable-store.ts'
import { checkOperator } from './check-operator.ts'
import { evaluateExpression } from './evaluate-expression.ts'
import { parseWithExactNumbers } from './exact-number.ts'
import { expectedValue } from './expected-value.ts'

/** Called by the host in place of a script; `json` contains {@link DeclaredChecks}. */
export function runDeclared(json: string): void {
  const { assertions, variables }: DeclaredChecks = JSON.parse(json)
  readJsonBy(parseWithExactNumbers)
  for (const variable of variables) setVariable(variable)
  for (const assertion of assertions) checkAssertion(assertion)
}

/** Sets a session value; a value that cannot be found sets nothing and leaves a note. */
function setVariable({ name, expression }: DeclaredVariable): void {
  const found = attempt(() => evaluateExpression(expression))
  const reason = found.error ?? (found.value === undefined ? `${expression} is undefined` : null)
  if (reason === null) writeVariable('session', name, found.value)
  else addNote(name, `was not set: ${reason}`)
}

/** Lists an assertion as a test under its expression (behaviour, Assertions). */
function checkAssertion({ expression, operator, words, value }: DeclaredAssertion): void {
  const filled = fillText(value)
  const settle = registerTest([expression, words, filled].filter(text => text !== '').join(' '))
  const { error } = attempt(() =>
    checkOperator(operator, evaluateExpression(expression), expectedValue(operator, filled)),
  )
  settle(error)
}

/** Runs a step; its error is a text, because anything may be thrown. */
function attempt<Value>(step: () => Value): { readonly value?: Value; readonly error: string | null } {
  try {
    return { value: step(), error: null }
  } catch (thrown) {
    return { error: messageOf(thrown) }
  }
}
