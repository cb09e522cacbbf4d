import { callHost } from '../host.ts'
import { describeError } from './describe-error.ts'

// Captured before any script runs, because a script could replace it.
const OwnError = Error

/**
 * Ends the script permanently: the host interrupts it and refuses all further calls, so that a `catch` cannot
 * continue (behaviour 4.8, 5.3). Its earlier writes are kept.
 */
export function stopScript(message: string): never {
  const error = new OwnError(message)
  callHost('stop', message, ...placeOf(error))
  throw error
}

/** Returns the position of the call; a script that broke the stack is stopped all the same. */
function placeOf(error: Error): readonly [number, number] {
  try {
    const { line, column } = describeError(error)
    return [line, column]
  } catch {
    return [0, 0]
  }
}
