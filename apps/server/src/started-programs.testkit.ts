import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { waitFor } from '@parley/testkit'
import { writeTestPage } from './start-test-server.testkit.ts'

export interface StartedProgram {
  readonly child: ChildProcess
  output(): string
  errors(): string
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>
}

/** The program as installed; `scripts/programs-for-tests.mjs` bundles it from the current sources. */
const program = fileURLToPath(new URL('../dist/main.js', import.meta.url))

/** Runs the server's program in separate processes, on one folder of app data that is deleted with them. */
export class StartedPrograms {
  readonly folder = mkdtempSync(join(tmpdir(), 'parley-main-'))
  /** The folder of the app data, created by the first process. */
  readonly home = join(this.folder, 'home')
  readonly #started: StartedProgram[] = []

  start(args: readonly string[], environment: NodeJS.ProcessEnv = {}): StartedProgram {
    const page = writeTestPage(join(this.folder, 'page'))
    // A shell sets the least restrictive umask; `exec` keeps the ID of the process.
    const command = `umask 0; exec "$0" "$@"`
    const child = spawn('/bin/sh', ['-c', command, process.execPath, program, '--page', page, ...args], {
      env: {
        PATH: this.folder,
        PARLEY_HOME: this.home,
        PARLEY_KEYCHAIN: 'off',
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        ...environment,
      },
    })
    let output = ''
    let errors = ''
    child.stdout.on('data', chunk => {
      output += chunk
    })
    child.stderr.on('data', chunk => {
      errors += chunk
    })
    const ended = new Promise<{ code: number | null; signal: string | null }>(resolve =>
      child.once('close', (code, signal) => resolve({ code, signal })),
    )
    const one = { child, output: () => output, errors: () => errors, ended }
    this.#started.push(one)
    return one
  }

  /** Resolves to the address once the server is ready. */
  async addressOf(
    one: StartedProgram,
    timeoutMs = 60_000,
  ): Promise<{ readonly origin: string; readonly token: string }> {
    const match = await waitFor(
      () => /^Parley is ready at (http:\/\/127\.0\.0\.1:\d+)\/#token=([\w-]{43})\n/.exec(one.output()),
      () => `the address (${one.output()}${one.errors()})`,
      { timeoutMs },
    )
    return { origin: match[1] ?? '', token: match[2] ?? '' }
  }

  /** Lists the names of temporary folders in the app data, which a server deletes when it ends. */
  temporaryNames(): readonly string[] {
    return readdirSync(this.home).filter(name => /^(?:bodies|picked|open)-/.test(name))
  }

  /** Stops a process by a signal and forgets it. */
  async kill(one: StartedProgram, signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    one.child.kill(signal)
    await one.ended
    this.#started.splice(this.#started.indexOf(one), 1)
  }

  /** Kills all processes. */
  async close(): Promise<void> {
    for (const one of this.#started) one.child.kill('SIGKILL')
    await Promise.all(this.#started.map(one => one.ended))
    rmSync(this.folder, { recursive: true, force: true })
  }
}
