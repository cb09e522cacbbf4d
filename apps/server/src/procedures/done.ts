import { ORPCError } from '@orpc/server'
import { describeLocked, type Locked } from '@parley/appdata'
import { becauseOf, failureCodeOf, nextStepFor } from '@parley/files'
import type { Result } from '@parley/model'
import type { WorkspaceFailure } from '@parley/workspace'
import type { NotDone } from '../contract/index.ts'

const checkAppData = 'Make room on the disk, or check the folder of the app data.'

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
    const code = failureCodeOf(error)
    if (code === '') throw error
    throw new ORPCError('NOT_WRITTEN', {
      status: 507,
      message: `This could not be saved on the disk${becauseOf(code)}. ${nextStepFor(code, checkAppData)}`,
    })
  }
}

/** What is there. @throws where it is not, any more */
export function known<Value>(value: Value | null, noun: string): Value {
  if (value === null) throw new ORPCError('NOT_FOUND', { message: `There is no such ${noun} any more.` })
  return value
}

/** What was read. @throws where it is locked: nothing is lost, and the page says what to do */
export function unlocked<Value>(read: Result<Value, Locked>): Value {
  if (read.ok) return read.value
  const { sentence, nextStep } = describeLocked(read.failure)
  throw new ORPCError('LOCKED', { status: 423, message: `${sentence} ${nextStep}` })
}
