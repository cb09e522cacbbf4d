import { typedVariables } from '../core/variable-store.ts'

/**
 * Evaluates an expression of JavaScript, in which `res`, `req`, `bru` and the names of variables are known, as in
 * Bruno.
 * @throws SyntaxError if it is none, and what it throws
 */
export function evaluateExpression(expression: string): unknown {
  const known = variables()
  // An expression may not end the parentheses around it.
  new Function(`return (${expression}\n)`)
  return new Function('variables', `with (variables) { return (${expression}\n) }`)(known)
}

/** Returns the variables that are no globals, because names such as `res` belong to the namespaces. */
function variables(): object {
  const known = Object.create(null)
  for (const [name, value] of Object.entries(typedVariables())) if (!(name in globalThis)) known[name] = value
  return known
}
