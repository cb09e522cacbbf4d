// biome-ignore lint/style/noRestrictedImports: reads only the type of a descriptor, and no file.
import { fstatSync } from 'node:fs'
import { homeFolder } from '@parley/files'
import type { Io } from './io.ts'
import { StandardError } from './standard-error.ts'
import { StandardOutput } from './standard-output.ts'
import { terminalWidth } from './terminal-width.ts'

/** Makes the {@link Io} of this process. Its streams are opened when they are first used. */
export function processIo(): Io {
  let stdout: StandardOutput | null = null
  let stderr: StandardError | null = null
  return {
    stdin: {
      get stream() {
        return process.stdin
      },
      isPiped() {
        const { isFIFO, isSocket, isFile } = typeOf(0)
        return isFIFO || isSocket || isFile
      },
    },
    get stdout() {
      stdout ??= new StandardOutput(process.stdout, process.env, isPipe)
      return stdout
    },
    get stderr() {
      stderr ??= new StandardError(process.stderr, process.env)
      return stderr
    },
    env: process.env,
    cwd: '',
    homeFolder,
    onSignals(names, listener) {
      for (const name of names) process.once(name, listener)
      return () => {
        for (const name of names) process.off(name, listener)
      }
    },
    async runProgram(path, args) {
      const { runWithStreams } = await import('./run-with-streams.ts')
      return runWithStreams(path, args)
    },
    async startPager() {
      const { startPager } = await import('./start-pager.ts')
      const pager = await startPager(process.env, terminalWidth(process.stdout, process.env))
      if (pager === null) return null
      // A terminal sends Ctrl+C to both, and what pages decides about its own end.
      const stay = () => {}
      process.on('SIGINT', stay)
      return {
        ...pager,
        async close() {
          await pager.close()
          process.off('SIGINT', stay)
        },
      }
    },
  }
}

function isPipe(): boolean {
  const { isFIFO, isSocket } = typeOf(process.stdout.fd)
  return isFIFO || isSocket
}

function typeOf(descriptor: number) {
  const stat = fstatSync(descriptor)
  return { isFIFO: stat.isFIFO(), isSocket: stat.isSocket(), isFile: stat.isFile() }
}
