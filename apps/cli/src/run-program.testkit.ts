import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { sampleOf } from '@parley/testkit/sample-of'

export interface EndedProgram {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: Buffer
  readonly stderr: string
}

export interface RunOptions {
  readonly cwd?: string
  /** Options of Node itself. */
  readonly nodeOptions?: readonly string[]
  /** The content of standard input; empty if absent. */
  readonly stdin?: string | Uint8Array
  /** A file descriptor to use instead of a pipe. */
  readonly stdout?: number
  /** Environment variables in addition to `PATH`. */
  readonly env?: Readonly<Record<string, string>>
  /** Called with the running process. */
  onStart?(child: ChildProcess): void
}

export const sourceProgram = fileURLToPath(new URL('./main.ts', import.meta.url))

/** The program as installed; `scripts/programs-for-tests.mjs` bundles it from the current sources. */
export const bundledProgram = fileURLToPath(new URL('../dist/parley.js', import.meta.url))

/** The test files that run the program from its source as well. */
const areas = [
  'codegen',
  'export',
  'import',
  'json-output',
  'main',
  'run',
  'send-auth',
  'send-body',
  'send-output',
  'send-settings',
  'send-terminal',
  'serve',
  'timing-table',
] as const

/**
 * Returns the programs that a test file runs: the bundled one, and the one from source if this commit picks the file.
 * A start from source takes four times the processor time.
 */
export function programsFor(area: (typeof areas)[number]): readonly string[] {
  const isPicked = sampleOf('command line from source', areas).includes(area)
  return isPicked ? [sourceProgram, bundledProgram] : [bundledProgram]
}

/** Runs the command line as a user does. */
export function runProgram(
  program: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<EndedProgram> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...(options.nodeOptions ?? []), program, ...args], {
      cwd: options.cwd ?? process.cwd(),
      stdio: [options.stdin === undefined ? 'ignore' : 'pipe', options.stdout ?? 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...options.env },
    })
    const stdout: Buffer[] = []
    const stderr: Buffer[] = []
    child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk))
    child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk))
    child.once('error', reject)
    child.once('close', (code, signal) =>
      resolve({
        code,
        signal,
        stdout: Buffer.concat(stdout),
        stderr: Buffer.concat(stderr).toString('utf8'),
      }),
    )
    child.stdin?.on('error', () => {}).end(options.stdin)
    options.onStart?.(child)
  })
}
