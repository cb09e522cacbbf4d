import { spawn } from 'node:child_process'
import type { Environment } from '../io/streams.ts'

/** How the engine ended. */
export interface EngineEnd {
  /** Null: it could not be started. */
  readonly code: number | null
  /** The end of what it printed to standard error. */
  readonly output: string
}

/** How much of the output is kept to explain a failure. */
const keptCharacters = 4000

/** Runs Locust in a folder until it ends, or is asked to end by the signal. */
export function runLocust(
  folder: string,
  options: readonly string[],
  env: Environment,
  signal: AbortSignal,
): Promise<EngineEnd> {
  const child = spawn('locust', ['-f', 'locustfile.py', '--only-summary', ...options], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...env },
  })
  const stop = () => child.kill('SIGTERM')
  signal.addEventListener('abort', stop, { once: true })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-keptCharacters)
  })
  return new Promise(resolve => {
    const end = (code: number | null) => {
      signal.removeEventListener('abort', stop)
      resolve({ code, output })
    }
    child.once('error', () => end(null))
    child.once('close', code => end(code ?? 1))
  })
}
