import { harmlessText } from '@parley/model'
import { exitCodes } from './exit-codes.ts'

/** Ends the program over a fault of its own: what it was and where, without the lines of code that Node would print. */
export function tellOfFault(error: unknown): never {
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(
    `parley: A fault in Parley ended this command (INTERNAL). Report it with the lines below, and what you typed.\n${harmlessText(trace)}\n`,
  )
  process.exit(exitCodes.fault)
}
