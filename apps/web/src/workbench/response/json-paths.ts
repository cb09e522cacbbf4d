import type { JsonStep } from '../../editor/viewer/json-place.ts'
import { memberAccess } from '../suggestions/suggest-expressions.ts'

/** Returns the JSONPath of a value (RFC 9535), as the filter of a body takes it. */
export function jsonPathOf(steps: readonly JsonStep[]): string {
  return `$${steps.map(accessInPath).join('')}`
}

/** Returns the expression of a value of the body of a response, as Set variables takes it. */
export function expressionOf(steps: readonly JsonStep[]): string {
  return `res.body${steps.map(accessOf).join('')}`
}

const accessOf = (step: JsonStep) => (typeof step === 'number' ? `[${step}]` : memberAccess(step))

/** A name with a dollar sign is quoted in a JSONPath. */
function accessInPath(step: JsonStep): string {
  return typeof step === 'string' && step.includes('$') ? `[${JSON.stringify(step)}]` : accessOf(step)
}
