import { ORPCError } from '@orpc/server'
import { describeLocked, type Locked } from '@parley/appdata'
import { becauseOf, failureCodeOf, nextStepFor } from '@parley/files'
import type { Result } from '@parley/model'
import type { WorkspaceFailure } from '@parley/workspace'
import type { Created, Done, NotDone } from '../contract/index.ts'

const checkAppData = 'Free some space on the disk, or check the app data folder.'

/** Reports a command that changed nothing, with the reason for the page to show. */
export function notDone({ sentence, nextStep }: WorkspaceFailure): NotDone {
  return { state: 'failed', sentence, nextStep }
}

/** Returns the value. @throws ORPCError with the workspace's own words if it could not do something */
export function valueOrThrow<Value>(result: Result<Value, WorkspaceFailure>): Value {
  if (result.ok) return result.value
  const { code, sentence, nextStep } = result.failure
  throw new ORPCError(code, {
    status: code === 'NOT_FOUND' ? 404 : 422,
    message: `${sentence} ${nextStep}`,
  })
}

/** Returns the value, or null for a failure, as the entry may well be gone. */
export function valueOrNull<Value>(result: Result<Value, WorkspaceFailure>): Value | null {
  return result.ok ? result.value : null
}

/** Waits for a write. @throws ORPCError with a sentence if the disk refused it; nothing was changed */
export async function writtenOrThrow<Value>(done: Promise<Value>): Promise<Value> {
  try {
    return await done
  } catch (error) {
    const code = failureCodeOf(error)
    if (code === '') throw error
    throw new ORPCError('NOT_WRITTEN', {
      status: 507,
      message: `This could not be saved on the disk${becauseOf(code)}. ${nextStepFor(code, checkAppData)}`,
    })
  }
}

/** Returns the value. @throws ORPCError if it is null, as the thing no longer exists */
export function foundOrThrow<Value>(value: Value | null, noun: string): Value {
  if (value === null) throw new ORPCError('NOT_FOUND', { message: `This ${noun} no longer exists.` })
  return value
}

/**
 * Returns the value. @throws ORPCError if the app data is locked, with what the user can do; nothing is lost
 */
export function unlockedOrThrow<Value>(read: Result<Value, Locked>): Value {
  if (read.ok) return read.value
  const { sentence, nextStep } = describeLocked(read.failure)
  throw new ORPCError('LOCKED', { status: 423, message: `${sentence} ${nextStep}` })
}

/** Reports a command, with the reason for the page to show if it changed nothing. */
export function changed(result: Result<unknown, WorkspaceFailure>): Done {
  return result.ok ? { state: 'done' } : notDone(result.failure)
}

/** Reports what a command made. */
export function created(made: Result<string, WorkspaceFailure>): Created {
  return made.ok ? { state: 'created', id: made.value } : notDone(made.failure)
}
