import { ORPCError } from '@orpc/server'
import type { Result } from '@parley/model'
import type { WorkspaceFailure } from '@parley/workspace'
import type { NotDone } from '../contract/index.ts'

/** Nothing was changed; the page says why. */
export function notDone({ sentence, nextStep }: WorkspaceFailure): NotDone {
  return { state: 'failed', sentence, nextStep }
}

/** What a workspace could not do is told in its own words. */
export function done<Value>(result: Result<Value, WorkspaceFailure>): Value {
  if (result.ok) return result.value
  const { code, sentence, nextStep } = result.failure
  throw new ORPCError(code, {
    status: code === 'NOT_FOUND' ? 404 : 422,
    message: `${sentence} ${nextStep}`,
  })
}
