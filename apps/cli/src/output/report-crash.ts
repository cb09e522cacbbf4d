import { describeRefusal } from '@parley/files'
import { harmlessText } from '@parley/model'
import { exitCodes } from '../exit-codes.ts'
import { printError } from './standard-error.ts'

/**
 * Ends the program after a bug: prints what it was and where, without the lines of code that Node would
 * print.
 */
export function reportCrash(error: unknown): never {
  const refusal = describeRefusal(error)
  if (refusal !== null) process.exit(printError(refusal, exitCodes.badInput))
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(
    `parley: A bug in Parley ended this command (INTERNAL). Report it with the lines below and what you typed.\n${harmlessText(trace)}\n`,
  )
  process.exit(exitCodes.fault)
}
