import type { ScriptNote, SendFailure } from '@parley/model'
import type { RequestContext } from './request-context.ts'

/** Returns a failure that happened before anything was sent. */
export function preparationFailure(
  kind: SendFailure['kind'],
  code: string,
  subject: string,
  address = '',
): SendFailure {
  return { kind, code, step: 'prepare', address, subject, elapsedMs: 0 }
}

/** Returns the failure of a request that inherits from a file that could not be read; null: all were read. */
export function unreadFailure({
  unread: [sentence] = [],
}: Pick<RequestContext, 'unread'>): SendFailure | null {
  return sentence === undefined ? null : preparationFailure('invalidRequest', 'INHERITED_NOT_READ', sentence)
}

/** Returns a failure with the notes of the scripts that ran before it. */
export function withScriptNotes(failure: SendFailure, notes: readonly ScriptNote[] | undefined): SendFailure {
  return notes === undefined || notes.length === 0 ? failure : { ...failure, notes }
}

/** Returns the outcome of a send that its pre-request script skipped, which is not an error. */
export function skippedByScript(): SendFailure {
  return preparationFailure('skipped', 'SKIPPED_BY_SCRIPT', '')
}
