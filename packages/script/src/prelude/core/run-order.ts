import { callHost } from '../host.ts'
import { addNote, noEffect } from './add-note.ts'
import { view } from './run-state.ts'

/**
 * Creates the requests of scripts to the collection runner, which a single send ignores (behaviour, Order of a run).
 * @param owner the object with these members, for notes
 */
export function runOrder(owner: string) {
  return {
    /** Sets the next request, by name or id; null ends the iteration. */
    setNextRequest(name: unknown): void {
      noteIfFixed(`${owner}.setNextRequest`)
      callHost('next-request', name === null || name === undefined ? null : String(name))
    },
    /** Asks a run not to send the request of a pre-request script. */
    skipRequest(): void {
      if (view().phase === 'preRequest') noteIfFixed(`${owner}.skipRequest`)
      else addNote(`${owner}.skipRequest`, noEffect)
      callHost('skip-in-run')
    },
    stopExecution(): void {
      noteIfFixed(`${owner}.stopExecution`)
      callHost('stop-run')
    },
  }
}

function noteIfFixed(member: string): void {
  const { order } = view()
  if (order === 'none') addNote(member, noEffect)
  if (order === 'fixed') addNote(member, `${noEffect}, as scripts may not change the order of this run`)
}

// Captured before any script runs, because a script could replace it.
const OwnError = Error

/**
 * Ends a pre-request script at once and permanently, and keeps its request from being sent, also in a single
 * send (behaviour, skipRequest).
 * @throws in a post-response script
 */
export function skipRequest(): never {
  if (view().phase !== 'preRequest') throw new OwnError('skipRequest is not available in this context')
  callHost('skip-request')
  throw new OwnError('The request is skipped')
}

/** Returns the data row of this iteration, each value with its type in the data file. */
export function iterationValues(): ReadonlyMap<string, unknown> {
  const rows = view().scopes.filter(scope => scope.name === 'iteration')
  return new Map(
    rows.flatMap(scope =>
      scope.values.map(({ name, text, json }) => [name, json === null ? text : JSON.parse(json)] as const),
    ),
  )
}

/**
 * Returns a function that gives members of an object the data row. A single send has no row, so the member leaves a note there.
 * The row is read at once, before a script could replace what reads it.
 * @param owner the object with these members, for notes
 */
export function iterationRow(owner: string): (member: string) => ReadonlyMap<string, unknown> {
  const values = iterationValues()
  return member => {
    if (view().order === 'none') addNote(`${owner}.${member}`, noEffect)
    return values
  }
}
