import { resolve } from 'node:path'
import type { ServeOptions } from './define-serve-command.ts'
import { packagedProgram, runUntilEnd } from './run-packaged-program.ts'

/** Runs the app's server until it ends; resolves to the exit code. */
export function serveCommand(workspace: string | undefined, options: ServeOptions): Promise<number> {
  return runUntilEnd(packagedProgram.server, [
    ...['--page', packagedProgram.page],
    ...(workspace === undefined ? [] : ['--workspace', resolve(workspace)]),
    ...(options.port === undefined ? [] : ['--port', options.port]),
    ...(options.open ? [] : ['--no-open']),
    ...(options.demo ? [] : ['--no-demo']),
  ])
}
