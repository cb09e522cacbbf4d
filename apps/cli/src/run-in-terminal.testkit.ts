import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'

const script = '/usr/bin/script'

/** Whether this system has the `script` program, which runs a command on a terminal. */
export const hasTerminals: boolean = existsSync(script)

/** A command on its own terminal. */
export interface TerminalRun {
  readonly child: ChildProcess
  /** Returns the terminal's output so far. */
  shown(): string
  /** Types a text on the terminal's keyboard. */
  type(text: string): void
  /** Resolves to the exit code of the command. */
  readonly ended: Promise<number | null>
}

/** How a command runs on its terminal. */
export interface TerminalOptions {
  readonly cwd?: string
  /** Redirects a part of its output, such as `>file`. */
  readonly redirect?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Starts a program with its arguments on a terminal. */
export function runInTerminal(
  words: readonly string[],
  { cwd = process.cwd(), redirect = '', env = {} }: TerminalOptions = {},
): TerminalRun {
  // Ctrl+C would end a shell in between with a code of its own.
  const command = ['exec', ...words.map(word => `'${word.replaceAll("'", "'\\''")}'`), redirect].join(' ')
  const child = spawn(script, ['-qec', command, '/dev/null'], {
    cwd,
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      TERM: 'xterm',
      SHELL: '/bin/sh',
      ...env,
    },
  })
  let shown = ''
  child.stdout.setEncoding('utf8').on('data', chunk => {
    shown += chunk
  })
  return {
    child,
    shown: () => shown,
    type: text => void child.stdin.write(text),
    ended: new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    }),
  }
}
