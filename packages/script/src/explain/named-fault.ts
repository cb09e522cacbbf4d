import { unsupportedGlobals } from '../check/unsupported-names.ts'
import type { MemberNote, ScriptFault } from '../sandbox/worker-protocol.ts'
import { nameOfCall } from './name-of-call.ts'
import { nextStepOf } from './next-steps.ts'
import { placedFault } from './placed-fault.ts'

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
