import type { StandardError } from './standard-error.ts'
import type { StandardOutput } from './standard-output.ts'
import type { Pager } from './start-pager.ts'
import type { Environment, StandardInput } from './streams.ts'

/** What a command line reads, prints to and is ended by. `main.ts` makes it from the process. */
export interface Io {
  readonly stdin: StandardInput
  readonly stdout: StandardOutput
  readonly stderr: StandardError
  readonly env: Environment
  /** The absolute folder in which typed paths begin; empty: that of the process, which the system knows. */
  readonly cwd: string
  /** Returns the home folder of the user. */
  homeFolder(): string
  /**
   * Calls a listener at the first of each of these signals, which then do not end the program by themselves.
   * Returns a function that ends this.
   */
  onSignals(names: readonly EndingSignal[], listener: () => void): () => void
  /** Runs another program of the package with these streams until it ends; resolves to its exit code. */
  runProgram(path: string, args: readonly string[]): Promise<number>
  /** Starts the pager of the user on the terminal; resolves to null if there is none. */
  startPager(): Promise<Pager | null>
}

/** Signals that end a program. */
export type EndingSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP'

/** Sent by Ctrl+C, and by programs that end others. */
export const interrupts: readonly EndingSignal[] = ['SIGINT', 'SIGTERM']

/** Those, and that of a closed terminal: for commands that have something to finish. */
export const allEndingSignals: readonly EndingSignal[] = [...interrupts, 'SIGHUP']
