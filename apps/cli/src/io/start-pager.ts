import { spawn } from 'node:child_process'
import { StandardOutput } from './standard-output.ts'
import type { Environment } from './streams.ts'

/** A program that shows what is written to it a screen at a time. */
export interface Pager {
  readonly stdout: StandardOutput
  /** Ends what it shows; resolves when the user leaves it. */
  close(): Promise<void>
}

/**
 * Starts the pager that `PAGER` names, or `less` (`more` on Windows), on the terminal of this process; null if there is no such program. As for
 * other programs, `less` leaves a text that fits on the screen at once and shows colours, unless `LESS` says otherwise.
 */
export async function startPager(env: Environment, columns: number): Promise<Pager | null> {
  const command = env.PAGER || (isWindows ? 'more' : 'less')
  const program = firstWord(command)
  if (!(await isThere(program, env))) return null
  const child = spawn(command, {
    shell: true,
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { ...env, LESS: env.LESS ?? 'FRX' },
  })
  const ended = new Promise<void>(resolve => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  })
  // Ctrl+C interrupts both programs. The pager says itself when it ends, and needs the terminal until then.
  const ignore = () => {}
  process.on('SIGINT', ignore)
  const stream = Object.assign(child.stdin, { isTTY: true, columns })
  return {
    stdout: new StandardOutput(stream, env, () => false),
    async close() {
      stream.end()
      await ended
      process.off('SIGINT', ignore)
    },
  }
}

/** Returns the program of a command, which may be in quotation marks. */
function firstWord(command: string): string {
  const trimmed = command.trim()
  const quote = trimmed.charAt(0)
  return quote === '"' || quote === "'"
    ? (trimmed.slice(1).split(quote)[0] ?? '')
    : (trimmed.split(/\s+/)[0] ?? '')
}

const isWindows = process.platform === 'win32'

function isThere(program: string, env: Environment): Promise<boolean> {
  // Windows has always had `more`.
  if (isWindows) return Promise.resolve(true)
  const child = spawn('sh', ['-c', 'command -v "$0"', program], { stdio: 'ignore', env: { ...env } })
  return new Promise(resolve => {
    child.once('error', () => resolve(false))
    child.once('exit', code => resolve(code === 0))
  })
}
