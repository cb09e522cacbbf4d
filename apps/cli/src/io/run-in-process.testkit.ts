import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { homeFolder } from '@parley/files'
import { reportCrash } from '../output/report-crash.ts'
import { runCommandLine } from '../run-command-line.ts'
import type { CommandOptions, EndedProgram, RunningProgram } from '../run-program.testkit.ts'
import type { EndingSignal, Io } from './io.ts'
import { MemoryInput, MemoryOutput } from './memory-streams.testkit.ts'
import { StandardError } from './standard-error.ts'
import { StandardOutput } from './standard-output.ts'
import type { Pager } from './start-pager.ts'

/** What a command in the process of the test gets. */
export interface InProcessOptions extends CommandOptions {
  /** Which streams are a terminal; the others are pipes. Standard input without content is empty. */
  readonly terminal?: readonly ('stdin' | 'stdout' | 'stderr')[]
  /** Whether standard output is a file, which nobody reads at the same time. */
  readonly isFile?: boolean
  /** Called with each text that is written to standard output. */
  readonly onOutput?: (text: string) => void
  /** Takes the programs that the command would start; without it that is an error. */
  readonly runProgram?: Io['runProgram']
  /** The pager of the user; absent: none. */
  readonly pager?: Pager
}

/** A command that runs in the process of the test. */
export interface RunningInProcess extends RunningProgram {
  /** Returns what its terminal shows so far, of both outputs. */
  shown(): string
}

// The readers of the app data ask the process for it, and no test may use the user's own keychain.
process.env.PARLEY_KEYCHAIN = 'off'

/** Commands read the app data of the user, and no test may depend on those of this computer. */
const noAppData = join(tmpdir(), 'parley-without-app-data')

/**
 * Runs the command line from source in the process of the test, as a process of its own would: with streams of its own, and
 * no environment variables but the given ones. Any number may run at the same time.
 */
export function runInProcess(args: readonly string[], options: InProcessOptions = {}): Promise<EndedProgram> {
  return startInProcess(args, options).ended
}

/** Starts the command line like {@link runInProcess}. */
export function startInProcess(args: readonly string[], options: InProcessOptions = {}): RunningInProcess {
  const { io, stdin, stdout, stderr, signals, shown } = memoryIo(options)
  // A process starts later as well, and a test may change its streams first.
  const ended = Promise.resolve()
    .then(() => run(args, io))
    .then(code => ({
      code,
      signal: null,
      stdout: stdout.content,
      stderr: stderr.content.toString(),
    }))
  const running: RunningInProcess = {
    ended,
    stdout: () => stdout.content.toString(),
    stderr: () => stderr.content.toString(),
    shown,
    write: input => stdin.write(input),
    endInput: () => void stdin.end(),
    closeOutput: () => stdout.closeReader(),
    closeErrorOutput: () => stderr.closeReader(),
    kill: signal => signals.send(signal),
    stop() {
      void stdin.end()
      if (signals.isHeard('SIGTERM')) signals.send('SIGTERM')
      return ended
    },
  }
  options.onStart?.(running)
  return running
}

/** Makes an {@link Io} of streams in memory. */
export function memoryIo(options: InProcessOptions = {}) {
  const { terminal = [], stdin: given, cwd = tmpdir() } = options
  const env: Io['env'] = { PARLEY_HOME: noAppData, ...options.env }
  let shown = ''
  const output = (name: 'stdout' | 'stderr') => {
    const isTTY = terminal.includes(name)
    return new MemoryOutput({ isTTY, columns: 80 }, text => {
      if (isTTY) shown += text
      if (name === 'stdout') options.onOutput?.(text)
    })
  }
  const stdout = output('stdout')
  const stderr = output('stderr')
  const isKeyboard = terminal.includes('stdin')
  const stdin = new MemoryInput({ isTTY: isKeyboard, isPiped: given !== undefined })
  const hasContent = typeof given === 'string' || given instanceof Uint8Array
  if (hasContent) void stdin.write(given)
  if (hasContent || (given === undefined && !isKeyboard)) void stdin.end()
  const signals = new Signals()
  const io: Io = {
    stdin,
    stdout: new StandardOutput(stdout, env, () => !stdout.isTTY && options.isFile !== true),
    stderr: new StandardError(stderr, env),
    env,
    cwd,
    homeFolder: () => env.HOME ?? homeFolder(),
    onSignals: (names, listener) => signals.add(names, listener),
    runProgram: options.runProgram ?? refuseProgram,
    startPager: async () => options.pager ?? null,
  }
  return { io, stdin, stdout, stderr, signals, shown: () => shown }
}

async function run(args: readonly string[], io: Io): Promise<number> {
  try {
    return await runCommandLine(args, io)
  } catch (error) {
    return reportCrash(error, io.stderr)
  }
}

async function refuseProgram(path: string): Promise<never> {
  throw new Error(`This test starts no programs, but ${path} would be started`)
}

/** The signals of a command, each of which a listener gets once. */
class Signals {
  readonly #listeners = new Map<EndingSignal, Set<() => void>>()

  add(names: readonly EndingSignal[], listener: () => void): () => void {
    for (const name of names) this.#of(name).add(listener)
    return () => {
      for (const name of names) this.#of(name).delete(listener)
    }
  }

  send(name: EndingSignal): void {
    const listeners = [...this.#of(name)]
    if (!this.isHeard(name)) throw new Error(`${name} would end the process`)
    this.#of(name).clear()
    for (const listener of listeners) listener()
  }

  isHeard(name: EndingSignal): boolean {
    return this.#of(name).size > 0
  }

  #of(name: EndingSignal): Set<() => void> {
    const listeners = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, listeners)
    return listeners
  }
}
