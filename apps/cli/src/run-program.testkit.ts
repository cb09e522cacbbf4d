import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { EndingSignal } from './io/io.ts'

/** How a command ended, in a process of its own or in that of the test. */
export interface EndedProgram {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: Buffer
  readonly stderr: string
}

/** A command that runs. */
export interface RunningProgram {
  readonly ended: Promise<EndedProgram>
  /** Returns the output so far. */
  stdout(): string
  stderr(): string
  /** Writes to standard input; without one it does nothing. */
  write(input: string | Uint8Array): Promise<void>
  endInput(): void
  /** Stops reading what the program prints. */
  closeOutput(): void
  closeErrorOutput(): void
  kill(signal: EndingSignal): void
  /** Ends it, whatever it does. */
  stop(): Promise<EndedProgram>
}

/** What a command gets, wherever it runs. */
export interface CommandOptions {
  readonly cwd?: string
  /** The content of standard input, or `open` to write it later; empty if absent. */
  readonly stdin?: string | Uint8Array | { readonly isOpen: true }
  /** Its environment variables; one in a process also has `PATH`. */
  readonly env?: Readonly<Record<string, string>>
  /** Called with the running command. */
  onStart?(running: RunningProgram): void
}

/** What a process gets. */
export interface RunOptions extends CommandOptions {
  /** Options of Node itself. */
  readonly nodeOptions?: readonly string[]
  /** A file descriptor to use instead of a pipe. */
  readonly stdout?: number
}

export const sourceProgram = fileURLToPath(new URL('./main.ts', import.meta.url))

/** The program as installed; `scripts/programs-for-tests.mjs` bundles it from the current sources. */
export const bundledProgram = fileURLToPath(new URL('../dist/parley.js', import.meta.url))

/** Standard input that a test writes to later. */
export const openInput = { isOpen: true } as const

/** Runs the installed command line as a user does. */
export function runProgram(
  args: readonly string[],
  options: RunOptions = {},
  program = bundledProgram,
): Promise<EndedProgram> {
  return startProgram(args, options, program).ended
}

/** Starts the installed command line as a user does. */
export function startProgram(
  args: readonly string[],
  options: RunOptions = {},
  program = bundledProgram,
): RunningProgram & { readonly processId: number } {
  const { stdin } = options
  const child = spawn(process.execPath, [...(options.nodeOptions ?? []), program, ...args], {
    cwd: options.cwd ?? process.cwd(),
    stdio: [stdin === undefined ? 'ignore' : 'pipe', options.stdout ?? 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...options.env },
  })
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk))
  const ended = new Promise<EndedProgram>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) =>
      resolve({
        code,
        signal,
        stdout: Buffer.concat(stdout),
        stderr: Buffer.concat(stderr).toString('utf8'),
      }),
    )
  })
  child.stdin?.on('error', () => {})
  if (typeof stdin === 'string' || stdin instanceof Uint8Array) child.stdin?.end(stdin)
  const running = {
    processId: child.pid ?? 0,
    ended,
    stdout: () => Buffer.concat(stdout).toString(),
    stderr: () => Buffer.concat(stderr).toString(),
    write: (input: string | Uint8Array) =>
      new Promise<void>(resolve => child.stdin?.write(input, () => resolve())),
    endInput: () => void child.stdin?.end(),
    closeOutput: () => void child.stdout?.destroy(),
    closeErrorOutput: () => void child.stderr?.destroy(),
    kill: (signal: EndingSignal) => void child.kill(signal),
    stop() {
      child.kill('SIGKILL')
      return ended
    },
  }
  options.onStart?.(running)
  return running
}
