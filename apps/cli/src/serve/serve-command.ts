import { resolve } from 'node:path'
import type { Io } from '../io/io.ts'
import type { ServeOptions } from './define-serve-command.ts'
import { packagedProgram } from './packaged-program.ts'

/** Runs the app's server until it ends; resolves to the exit code. */
export function serveCommand(workspace: string | undefined, options: ServeOptions, io: Io): Promise<number> {
  return io.runProgram(packagedProgram.server, [
    ...['--page', packagedProgram.page],
    ...(workspace === undefined ? [] : ['--workspace', resolve(io.cwd, workspace)]),
    ...(options.port === undefined ? [] : ['--port', options.port]),
    ...(options.open ? [] : ['--no-open']),
    ...(options.demo ? [] : ['--no-demo']),
  ])
}
