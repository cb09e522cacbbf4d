import type { WorkspaceFailure } from '@parley/workspace'
import { shortened } from './watch/shortened.ts'

/** Why a call did nothing, for the agent: a stable code, what happened, and what to do next. */
export interface Refusal {
  readonly code: string
  readonly sentence: string
  readonly nextStep: string
}

/** Ends a call of a tool with a {@link Refusal}. */
export class RefusedCall extends Error {
  readonly refusal: Refusal

  constructor(code: string, sentence: string, nextStep: string) {
    super(sentence)
    this.refusal = { code, sentence, nextStep }
  }
}

/** Refuses a path that names nothing agents may use; hidden requests are refused in the same words. */
export function unknownPath(path: string): RefusedCall {
  return new RefusedCall(
    'NOT_FOUND',
    `There is no request “${shortened(path)}”.`,
    'List the requests with list_requests, and give a path as it appears there.',
  )
}

/** Refuses a file that cannot be read, and says where its fault is without any text of it. */
export function unreadFile(
  path: string,
  { sentence, plainSentence = sentence, nextStep }: WorkspaceFailure,
): RefusedCall {
  return new RefusedCall('NOT_READ', `${shortened(path)}: ${plainSentence}`, nextStep)
}
