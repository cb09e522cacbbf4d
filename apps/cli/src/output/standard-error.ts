import { harmlessLog } from '@parley/model'
import pico from 'picocolors'
import type { ExitCode } from '../exit-codes.ts'

/** What is coloured goes to standard error, wherever standard output goes. */
const colors = pico.createColors(process.stderr.isTTY && !process.env.NO_COLOR)

/** Says what went wrong and gives back the exit code. */
export function complain(sentence: string, code: ExitCode): ExitCode {
  process.stderr.write(`${colors.red('parley:')} ${harmlessLog(sentence)}\n`)
  return code
}

/** Lines of text from the outside, made harmless. */
export function tell(lines: string): void {
  process.stderr.write(harmlessLog(lines))
}

/** Says what the user should know though nothing went wrong. */
export function note(sentence: string): void {
  process.stderr.write(`${colors.yellow('Note:')} ${harmlessLog(sentence)}\n`)
}
