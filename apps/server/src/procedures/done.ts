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

/** What may well not be there, and is then nothing. */
export function valueOrNull<Value>(result: Result<Value, WorkspaceFailure>): Value | null {
  return result.ok ? result.value : null
}

/** A failing disk is told of in a sentence; nothing was changed. */
export async function writing<Value>(done: Promise<Value>): Promise<Value> {
  try {
    return await done
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new ORPCError('NOT_WRITTEN', {
      status: 507,
      message: `This could not be kept on the disk (${reason}). Make room or check the folder of the app data.`,
    })
  }
}
