import type { Node } from 'acorn'
import { unsupportedGlobals } from '../check/unsupported-names.ts'
import type { MemberNote, ScriptFault } from '../sandbox/worker-protocol.ts'
import { nameOfCall } from './name-of-call.ts'
import { nextStepOf } from './next-steps.ts'
import { isNode, nodesIn, programOf } from './syntax-tree.ts'

/**
 * Returns the fault with a message that names what was called and says what to do: the engine reports only
 * `not a function`, and calls other clients' globals undefined.
 * @param notes those of the script, which suggest other names for members that it looked for
 */
export function namedFault(
  fault: ScriptFault,
  source: string,
  notes: readonly MemberNote[] = [],
): ScriptFault {
  const named = { ...placedFault(fault, source), message: namedMessage(fault, source) }
  const step = suggestionFor(named.message, notes) ?? nextStepOf(named.message, { ...named, source })
  if (step === null) return named
  // chai suggests the word that is nearest in letters.
  const message = named.message.replace(/^(Invalid Chai property: \w+)\. Did you mean .*$/, '$1')
  const end = /[.?!]$/.test(message) ? '' : '.'
  return { ...named, message: `${message}${end} ${step}` }
}

function namedMessage({ message, line, column }: ScriptFault, source: string): string {
  const missing = /^ReferenceError: '?([\w$]+)'? is not defined$/.exec(message)?.[1]
  if (missing !== undefined && unsupportedGlobals.includes(missing)) return `${missing} is not supported`
  if (message !== 'TypeError: not a function' || line === null || column === null) return message
  const name = nameOfCall(source, line, column)
  return name === null ? message : `${message}: ${name}`
}

/** Returns the name that a note suggests for a member that an error is about. */
function suggestionFor(message: string, notes: readonly MemberNote[]): string | null {
  if (!/^TypeError: (?:not a function|cannot read property)/.test(message)) return null
  const note = notes.findLast(one => one.text.startsWith(suggestion))
  return note === undefined
    ? null
    : `${note.member} does not exist: did you mean ${note.text.slice(suggestion.length)}`
}

/** How the text of a note begins that suggests another name. */
const suggestion = 'does not exist, did you mean '

/** Errors of taking values apart, for which the engine gives the start of the script. */
const takenApart =
  /^TypeError: (?:value is not iterable|cannot read property 'Symbol\.iterator' of|Cannot convert undefined or null to object)/

/**
 * Returns the fault with its position if the engine does not know it, and only one place of the script is possible: a
 * `throw` of something that is no error, or a value that is taken apart.
 */
function placedFault(fault: ScriptFault, source: string): ScriptFault {
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
