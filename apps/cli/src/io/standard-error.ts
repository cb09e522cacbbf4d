import { harmlessLog } from '@parley/model'
import type { ExitCode } from '../exit-codes.ts'
import { oneLine } from '../output/one-line.ts'
import type { Environment, OutputStream } from './streams.ts'
import { type Colors, terminalColors } from './terminal-colors.ts'
import { terminalWidth } from './terminal-width.ts'

/** Standard error of a command line: messages for the user. */
export class StandardError {
  readonly stream: OutputStream
  /** Colours depend on standard error, wherever standard output goes. */
  readonly colors: Colors
  readonly #env: Environment
  #maySurviveReader = false

  constructor(stream: OutputStream, env: Environment) {
    this.stream = stream
    this.colors = terminalColors(stream, env)
    this.#env = env
  }

  /** Whether a line can be drawn and erased again. */
  get isTerminal(): boolean {
    return this.stream.isTTY === true
  }

  /** The columns of the terminal, which may change. */
  get columns(): number {
    return terminalWidth(this.stream, this.#env)
  }

  /** Writes a text as it is. */
  write(text: string): void {
    this.stream.write(text)
  }

  /** Prints an error and returns the exit code. */
  printError(sentence: string, code: ExitCode): ExitCode {
    this.write(`${this.colors.red('parley:')} ${harmlessLog(sentence)}\n`)
    return code
  }

  /** Prints lines of text from outside, with control characters made visible. */
  printLines(lines: string): void {
    this.write(harmlessLog(lines))
  }

  /** Prints a note on one line, although nothing went wrong. */
  printNote(sentence: string): void {
    this.write(`${this.colors.yellow('Note:')} ${harmlessLog(oneLine(sentence))}\n`)
  }

  /** Prints notes; those that do not end like a sentence get a full stop. */
  printNotes(notes: readonly string[]): void {
    for (const note of notes) this.printNote(/[.!?…]$/.test(note) ? note : `${note}.`)
  }

  /** From now on, a reader that disconnects does not end the program. */
  surviveReader(): void {
    if (!this.#maySurviveReader) this.stream.on('error', () => {})
    this.#maySurviveReader = true
  }
}
