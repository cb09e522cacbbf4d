import type { Node } from 'acorn'
import type { ScriptFault } from '../sandbox/worker-protocol.ts'
import { isNode, nodesIn, programOf } from './syntax-tree.ts'

/** Errors of taking values apart, for which the engine gives the start of the script. */
const takenApart =
  /^TypeError: (?:value is not iterable|cannot read property 'Symbol\.iterator' of|Cannot convert undefined or null to object)/

/**
 * Returns the fault with its position if the engine does not know it, and only one place of the script is possible: a
 * `throw` of something that is no error, or a value that is taken apart.
 */
export function placedFault(fault: ScriptFault, source: string): ScriptFault {
  const isPossible =
    fault.line === null ? isThrow : takenApart.test(fault.message) && fault.line === 1 ? takesApart : null
  const program = isPossible === null ? null : programOf(source)
  if (isPossible === null || program === null) return fault
  const [only, ...others] = [...nodesIn(program)].filter(isPossible)
  if (only === undefined || others.length > 0 || !only.loc) return fault
  return { ...fault, line: only.loc.start.line, column: only.loc.start.column + 1 }
}

/** Returns whether a node throws something that has no stack. */
function isThrow(node: Node): boolean {
  const argument: unknown = Reflect.get(node, 'argument')
  return node.type === 'ThrowStatement' && isNode(argument) && argument.type !== 'NewExpression'
}

function takesApart({ type }: Node): boolean {
  return ['ForOfStatement', 'ArrayPattern', 'ObjectPattern', 'SpreadElement'].includes(type)
}
