import { preparationFailure } from '@parley/engine'
import type { ScriptError, SendFailure } from '@parley/model'
import { nameOfCall } from '../check/name-of-call.ts'
import type { ScriptFault, ScriptResult, ScriptVerdict } from '../sandbox/worker-protocol.ts'

/** The owner and phase of a script. */
export type ScriptPlace = Pick<ScriptError, 'owner' | 'phase'>

/** The settings of a run. */
interface RunFacts {
  readonly source: string
  /** The script's own time budget. */
  readonly ownMs: number
}

/**
 * Returns the error that Test Results shows for a script; null if it ended by itself or the user cancelled.
 */
export function scriptErrorOf(
  result: ScriptResult,
  place: ScriptPlace,
  { source, ownMs }: RunFacts,
): ScriptError | null {
  const nowhere = { ...place, line: null, column: null }
  const seconds = `${ownMs / 1000} seconds`
  switch (result.verdict) {
    case 'completed':
    case 'cancelled':
      return null
    case 'failed':
      return { ...place, ...namedFault(result.fault ?? { message: '', line: null, column: null }, source) }
    case 'timeout':
      return { ...nowhere, message: `Script timeout: stopped after ${seconds}` }
    case 'neverFinished':
      return { ...nowhere, message: 'Script timeout: a test or promise never finished' }
    case 'outOfMemory':
      return { ...nowhere, message: 'The script took too much memory and was stopped' }
  }
}

/** Adds the name of the call from the script to the engine's "not a function". */
function namedFault(fault: ScriptFault, source: string): ScriptFault {
  const { message, line, column } = fault
  if (message !== 'TypeError: not a function' || line === null || column === null) return fault
  const name = nameOfCall(source, line, column)
  return name === null ? fault : { ...fault, message: `${message}: ${name}` }
}

/** Returns why nothing was sent; null if the script succeeded. */
export function sendFailureOf(result: ScriptResult, place: ScriptPlace, facts: RunFacts): SendFailure | null {
  if (result.verdict === 'cancelled') return preparationFailure('cancelled', 'CANCELLED', '')
  const scriptError = scriptErrorOf(result, place, facts)
  if (scriptError === null) return null
  const [firstLine = ''] = scriptError.message.split(/\r?\n/)
  return { ...preparationFailure('script', codeOf(result.verdict), firstLine), scriptError }
}

function codeOf(verdict: ScriptVerdict): string {
  if (verdict === 'failed') return 'SCRIPT_ERROR'
  return verdict === 'outOfMemory' ? 'SCRIPT_OUT_OF_MEMORY' : 'SCRIPT_TIMEOUT'
}
