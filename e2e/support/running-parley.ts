import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A server that can be used. */
export interface OpenParley {
  /** The printed address, which opens the page and has the token in its fragment. */
  readonly address: string
  readonly origin: string
  readonly token: string
  /** The folder of its app data. */
  readonly home: string
}

/** A server in a process of its own. */
export interface RunningParley extends OpenParley {
  stop(): Promise<void>
  /** Ends it at once, like a crash (SIGKILL). */
  kill(): Promise<void>
}

/** Starts the built program like `npm start`, with its own app data. */
export function runParley(...options: readonly string[]): Promise<RunningParley> {
  return runParleyIn({}, ...options)
}

/**
 * Starts the program with additional environment variables; app data set by `PARLEY_HOME` is not deleted at
 * the end.
 */
export async function runParleyIn(
  environment: Readonly<Record<string, string>>,
  ...options: readonly string[]
): Promise<RunningParley> {
  const kept = environment.PARLEY_HOME
  const home = kept ?? (await mkdtemp(join(tmpdir(), 'parley-e2e-')))
  const child = spawn(
    process.execPath,
    ['apps/server/dist/main.js', '--page', 'apps/web/dist', '--no-open', ...options],
    {
      cwd: root,
      env: {
        ...process.env,
        // The compiled code is cached, as the same program is started a hundred times.
        NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
        PARLEY_KEYCHAIN: 'off',
        ...environment,
        PARLEY_HOME: home,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const address = await readAddress(child)
  const url = new URL(address)
  return {
    address,
    home,
    origin: url.origin,
    token: url.hash.replace('#token=', ''),
    kill: () => end(child, 'SIGKILL'),
    async stop() {
      await end(child, 'SIGTERM')
      if (kept === undefined) await rm(home, { recursive: true, force: true })
    },
  }
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise(resolve => child.once('exit', resolve))
  child.kill(signal)
  await ended
}

function readAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      const address = /Parley is ready at (http:\S+)\n/.exec(printed)?.[1]
      if (address !== undefined) resolve(address)
    })
    child.once('exit', code => reject(new Error(`The server ended with ${code} and printed: ${printed}`)))
  })
}
