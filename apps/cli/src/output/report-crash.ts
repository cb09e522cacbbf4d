import { describeRefusal } from '@parley/files'
import { harmlessText } from '@parley/model'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { StandardError } from '../io/standard-error.ts'

/** Ends the program after a bug. */
export function endAfterCrash(error: unknown): never {
  process.exit(reportCrash(error, new StandardError(process.stderr, process.env)))
}

/**
 * Prints what a bug was and where, without the lines of code that Node would print. Returns the exit code.
 */
export function reportCrash(error: unknown, stderr: StandardError): ExitCode {
  const refusal = describeRefusal(error)
  if (refusal !== null) return stderr.printError(refusal, exitCodes.badInput)
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error)
  stderr.write(
    `parley: A bug in Parley ended this command (INTERNAL). Report it with the lines below and what you typed.\n${harmlessText(trace)}\n`,
  )
  return exitCodes.fault
}
