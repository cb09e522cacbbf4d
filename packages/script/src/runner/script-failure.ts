import { preparationFailure } from '@parley/engine'
import type { ScriptError, SendFailure } from '@parley/model'
import { namedFault } from '../explain/named-fault.ts'
import type { ScriptResult, ScriptVerdict } from '../sandbox/worker-protocol.ts'
import type { ScriptStep } from './script-steps.ts'

/**
 * Returns the error that Test Results shows for a script; null if it ended by itself or the user cancelled.
 */
export function scriptErrorOf(result: ScriptResult, step: ScriptStep): ScriptError | null {
  const { owner, phase, source } = step
  const place = { owner, phase }
  const nowhere = { ...place, line: null, column: null }
  const seconds = `${result.stoppedAfterMs / 1000} seconds`
  switch (result.verdict) {
    case 'completed':
    case 'cancelled':
      return null
    case 'failed':
      return {
        ...place,
        ...namedFault(result.fault ?? { message: '', line: null, column: null }, source, result.notes),
      }
    case 'timeout':
      return { ...nowhere, message: `Script timeout: stopped after ${seconds}` }
    case 'neverFinished':
      return { ...nowhere, message: 'Script timeout: a test or promise never finished' }
    case 'outOfMemory':
      return { ...nowhere, message: 'The script took too much memory and was stopped' }
  }
}

/** Returns why nothing was sent; null if the script succeeded. */
export function sendFailureOf(result: ScriptResult, step: ScriptStep): SendFailure | null {
  if (result.verdict === 'cancelled') return preparationFailure('cancelled', 'CANCELLED', '')
  const scriptError = scriptErrorOf(result, step)
  if (scriptError === null) return null
  const [firstLine = ''] = scriptError.message.split(/\r?\n/)
  return { ...preparationFailure('script', codeOf(result.verdict), firstLine), scriptError }
}

function codeOf(verdict: ScriptVerdict): string {
  if (verdict === 'failed') return 'SCRIPT_ERROR'
  return verdict === 'outOfMemory' ? 'SCRIPT_OUT_OF_MEMORY' : 'SCRIPT_TIMEOUT'
}
