import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { exitCodes } from '../exit-codes.ts'
import type { ServeOptions } from './define-serve-command.ts'

/** In the package, server and page are next to the program; otherwise they are where each is built. */
const isBundled = !import.meta.url.endsWith('.ts')
const server = fileURLToPath(
  new URL(isBundled ? './server/dist/main.js' : '../../../server/src/main.ts', import.meta.url),
)
const page = fileURLToPath(new URL(isBundled ? './page' : '../../../web/dist', import.meta.url))

/** Runs the app's server until it ends; resolves to the exit code. */
export function serveCommand(workspace: string | undefined, options: ServeOptions): Promise<number> {
  const args = [
    ...['--page', page],
    ...(workspace === undefined ? [] : ['--workspace', resolve(workspace)]),
    ...(options.port === undefined ? [] : ['--port', options.port]),
    ...(options.open ? [] : ['--no-open']),
    ...(options.demo ? [] : ['--no-demo']),
  ]
  const child = spawn(process.execPath, [server, ...args], { stdio: 'inherit' })
  // The terminal sends Ctrl+C to both processes. The server ends, and then this process does.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((settle, reject) => {
    child.once('error', reject)
    child.once('exit', code => settle(code ?? exitCodes.interrupted))
  })
}
