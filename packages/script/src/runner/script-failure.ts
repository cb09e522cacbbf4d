import { preparationFailure } from '@parley/engine'
import type { ScriptError, SendFailure } from '@parley/model'
import type { ScriptResult } from '../sandbox/worker-protocol.ts'

/** Whose script it was. */
export type ScriptPlace = Pick<ScriptError, 'owner' | 'phase'>

/** What Test Results say of a script that did not end by itself; null: it did, or the user cancelled. */
export function scriptErrorOf(result: ScriptResult, place: ScriptPlace, ownMs: number): ScriptError | null {
  const nowhere = { ...place, line: null, column: null }
  const seconds = `${ownMs / 1000} seconds`
  switch (result.verdict) {
    case 'completed':
    case 'cancelled':
      return null
    case 'failed':
      return { ...place, ...(result.fault ?? { message: '', line: null, column: null }) }
    case 'timeout':
      return { ...nowhere, message: `Script timeout: stopped after ${seconds}` }
    case 'neverFinished':
      return { ...nowhere, message: 'Script timeout: a test or promise never finished' }
    case 'outOfMemory':
      return { ...nowhere, message: 'The script took too much memory and was stopped' }
  }
}

/** Why nothing was sent; null: the script ended well. */
export function sendFailureOf(result: ScriptResult, place: ScriptPlace, ownMs: number): SendFailure | null {
  if (result.verdict === 'cancelled') return preparationFailure('cancelled', 'CANCELLED', '')
  const scriptError = scriptErrorOf(result, place, ownMs)
  if (scriptError === null) return null
  const code = { failed: 'SCRIPT_ERROR', outOfMemory: 'SCRIPT_OUT_OF_MEMORY' }[result.verdict as string]
  const [firstLine = ''] = scriptError.message.split(/\r?\n/)
  return { ...preparationFailure('script', code ?? 'SCRIPT_TIMEOUT', firstLine), scriptError }
}
