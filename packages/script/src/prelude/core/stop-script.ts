import { callHost } from '../host.ts'
import { describeError } from './describe-error.ts'

// Captured before any script runs, which could put another one in its place.
const OwnError = Error

/**
 * Ends the script for good: the host interrupts it and refuses all that it asks from now on, so that no `catch` can
 * go on (spec 4.8, 5.3). What it wrote before is kept.
 */
export function stopScript(message: string): never {
  const error = new OwnError(message)
  callHost('stop', message, ...placeOf(error))
  throw error
}

/** A script may have broken what reads the stack; it is stopped all the same. */
function placeOf(error: Error): readonly [number, number] {
  try {
    const { line, column } = describeError(error)
    return [line, column]
  } catch {
    return [0, 0]
  }
}
