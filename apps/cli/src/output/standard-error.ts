import { harmlessLog } from '@parley/model'
import pico from 'picocolors'
import type { ExitCode } from '../exit-codes.ts'

/** Colours depend on standard error, wherever standard output goes. */
export const colors = pico.createColors(process.stderr.isTTY && !process.env.NO_COLOR)

/** Prints an error and returns the exit code. */
export function printError(sentence: string, code: ExitCode): ExitCode {
  process.stderr.write(`${colors.red('parley:')} ${harmlessLog(sentence)}\n`)
  return code
}

/** Prints lines of text from outside, with control characters made visible. */
export function printLines(lines: string): void {
  process.stderr.write(harmlessLog(lines))
}

/** Prints a note, although nothing went wrong. */
export function printNote(sentence: string): void {
  process.stderr.write(`${colors.yellow('Note:')} ${harmlessLog(sentence)}\n`)
}

/** Prints notes; those that do not end like a sentence get a full stop. */
export function printNotes(notes: readonly string[]): void {
  for (const note of notes) printNote(/[.!?…]$/.test(note) ? note : `${note}.`)
}
