import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EngineResult, type LoadShape, locustOptions, readEngineResult } from '@parley/codegen/load'
import { nodeFiles, removeTree, sweepFolder, temporaryFileName } from '@parley/files'
import { failed, ok, type Result } from '@parley/model'
import { mostSecondsHere } from './limits-here.ts'
import { type WrittenLoadFile, writeLoadFolder } from './write-load-folder.ts'

/** A load test for the Locust of this computer. */
export interface LocustTest {
  readonly shape: LoadShape
  /** The files of the folder of the test. */
  readonly files: readonly WrittenLoadFile[]
  /** The environment of Locust. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** The values of the environment variables of the script that are secrets. */
  readonly secrets: Readonly<Record<string, string>>
  /** Ends the test with the result so far. */
  readonly signal: AbortSignal
  /** Receives the figures so far about once a second; absent: only the end is of interest. */
  readonly onFigures?: (figures: EngineResult) => void
}

/** Why there is no result. */
export type LocustFault =
  /** The folder could not be written. */
  | { readonly kind: 'unwritten'; readonly code: string }
  | { readonly kind: 'notInstalled' }
  /** Locust ended without figures. Its last words have names in place of secrets. */
  | { readonly kind: 'noResult'; readonly output: string }

/** Runs a load test in a folder of its own, which is removed at the end. */
export async function runLocust(test: LocustTest): Promise<Result<EngineResult, LocustFault>> {
  // A test that was killed left its folder.
  await sweepFolder(nodeFiles, tmpdir())
  const folder = join(tmpdir(), temporaryFileName())
  await nodeFiles.makeFolder(folder, 0o700)
  try {
    const code = await writeLoadFolder(folder, test.files)
    return code === null ? await runIn(folder, test) : failed({ kind: 'unwritten', code })
  } finally {
    await removeTree(nodeFiles, folder)
  }
}

async function runIn(
  folder: string,
  { shape, env, secrets, signal, onFigures }: LocustTest,
): Promise<Result<EngineResult, LocustFault>> {
  const figures = { result: join(folder, 'result.json'), live: join(folder, 'live.json') }
  // With a number of rounds the test ends by itself, but no later than any other.
  const time = shape.iterations === null ? [] : ['--run-time', `${mostSecondsHere}s`]
  const live = onFigures === undefined ? {} : { PARLEY_LOAD_LIVE: figures.live }
  const latest: { text: string; result: EngineResult | null } = { text: '', result: null }
  async function readFigures(): Promise<void> {
    const text = await readText(figures.live)
    // The script replaces the file once a second.
    if (text === latest.text) return
    const result = readEngineResult(text)
    Object.assign(latest, { text, result })
    if (result !== null) onFigures?.(result)
  }
  const watch = onFigures === undefined ? null : setInterval(() => void readFigures(), liveIntervalMs)
  const environment = { ...env, ...secrets, ...live, PARLEY_LOAD_RESULT: figures.result }
  const ended = await startLocust(folder, [...locustOptions(shape), ...time], environment, signal)
  if (watch !== null) clearInterval(watch)
  if (ended.code === null) return failed({ kind: 'notInstalled' })
  const counted = readEngineResult(await readText(figures.result)) ?? latest.result
  if (counted !== null) return ok(counted)
  return failed({ kind: 'noResult', output: withoutSecrets(ended.output.trim(), secrets) })
}

const liveIntervalMs = 1000

interface LocustEnd {
  /** Null: it could not be started. */
  readonly code: number | null
  /** The end of what it printed to standard error. */
  readonly output: string
}

/** How much of the output is kept to explain a failure. */
const keptCharacters = 4000
/** How long Locust has to write its result when it is stopped. */
const graceMs = 2000

/** Runs Locust in a folder until it ends, or is asked to end by the signal. */
function startLocust(
  folder: string,
  options: readonly string[],
  env: LocustTest['env'],
  signal: AbortSignal,
): Promise<LocustEnd> {
  const child = spawn('locust', ['-f', 'locustfile.py', '--only-summary', ...options], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...env },
  })
  let lastResort: NodeJS.Timeout | undefined
  const stop = () => {
    child.kill('SIGTERM')
    lastResort = setTimeout(() => child.kill('SIGKILL'), graceMs)
  }
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-keptCharacters)
  })
  return new Promise(resolve => {
    const end = (code: number | null) => {
      signal.removeEventListener('abort', stop)
      clearTimeout(lastResort)
      resolve({ code, output })
    }
    child.once('error', () => end(null))
    child.once('close', code => end(code ?? 1))
  })
}

/** Returns the text of a file; empty if it cannot be read. */
/** Some thousand requests have less. More would stop the windows of the server while it is read. */
const mostFigureBytes = 4_000_000

async function readText(path: string): Promise<string> {
  try {
    const content = await nodeFiles.read(path)
    return content.length > mostFigureBytes ? '' : new TextDecoder().decode(content)
  } catch {
    return ''
  }
}

function withoutSecrets(text: string, secrets: Readonly<Record<string, string>>): string {
  return Object.entries(secrets).reduce(
    (shown, [variable, value]) => (value === '' ? shown : shown.replaceAll(value, `$${variable}`)),
    text,
  )
}

/** Returns whether the Locust of this computer can be started: its program is in a folder of `PATH`. */
export async function hasLocust(env: LocustTest['env']): Promise<boolean> {
  const isWindows = process.platform === 'win32'
  const folders = (env.PATH ?? env.Path ?? '').split(isWindows ? ';' : ':').filter(Boolean)
  for (const folder of folders) {
    const path = join(folder, isWindows ? 'locust.exe' : 'locust')
    if ((await nodeFiles.info(path).catch(() => null))?.kind === 'file') return true
  }
  return false
}
