import { nameOfCall } from '../check/name-of-call.ts'
import { unsupportedGlobals } from '../check/unsupported-names.ts'
import type { ScriptFault } from '../sandbox/worker-protocol.ts'

/**
 * Returns the fault with a message that names what was called: the engine reports only `not a function`, and
 * calls other clients' globals undefined.
 */
export function namedFault(fault: ScriptFault, source: string): ScriptFault {
  const { message, line, column } = fault
  const missing = /^ReferenceError: '?([\w$]+)'? is not defined$/.exec(message)?.[1]
  if (missing !== undefined && unsupportedGlobals.includes(missing))
    return { ...fault, message: `${missing} is not supported` }
  if (message !== 'TypeError: not a function' || line === null || column === null) return fault
  const name = nameOfCall(source, line, column)
  return name === null ? fault : { ...fault, message: `${message}: ${name}` }
}
