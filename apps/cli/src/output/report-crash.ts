import { describeFileError, failureCodeOf } from '@parley/files'
import { harmlessText } from '@parley/model'
import { exitCodes } from '../exit-codes.ts'
import { printError } from './standard-error.ts'

/**
 * Ends the program after a bug: prints what it was and where, without the lines of code that Node would
 * print.
 */
export function reportCrash(error: unknown): never {
  const code = failureCodeOf(error)
  const description = describeFileError(code)
  if (description !== null) {
    const path = error instanceof Error && 'path' in error ? String(error.path) : 'its data'
    process.exit(
      printError(
        `Parley could not use ${path}: ${description.reason} (${code}). ${description.nextStep} You can also set PARLEY_HOME to another folder.`,
        exitCodes.badInput,
      ),
    )
  }
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(
    `parley: A bug in Parley ended this command (INTERNAL). Report it with the lines below and what you typed.\n${harmlessText(trace)}\n`,
  )
  process.exit(exitCodes.fault)
}
