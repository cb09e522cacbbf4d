import { callHost } from '../host.ts'
import { describeError, type ErrorDescription } from './describe-error.ts'

// Captured before any script runs, because a script could replace it.
const OwnError = Error

/** Where in the script a member was used; both from 1, 0 if the position is unknown. */
export type CallPlace = Pick<ErrorDescription, 'line' | 'column'>

/**
 * Reports to the host what users should know about a call, with its line: that of the call, if `place` names no other.
 * @param text what follows the member in a sentence
 */
export function addNote(member: string, text: string, place?: CallPlace): void {
  const { line, column } = place ?? describeError(new OwnError())
  callHost('note', member, line, column, text)
}

/** Creates a member that is there for scripts of other clients and does nothing but leave a note. */
export function withoutEffect<Returned = undefined>(member: string, returned?: Returned) {
  return (): Returned | undefined => {
    addNote(member, noEffect)
    return returned
  }
}

export const noEffect = 'has no effect'
