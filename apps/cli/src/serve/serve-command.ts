import { resolve } from 'node:path'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io/io.ts'
import { refuseMissing } from '../io/missing-file.ts'
import type { ServeOptions } from './define-serve-command.ts'
import { packagedProgram } from './packaged-program.ts'

/** Runs the app's server until it ends; resolves to the exit code. */
export async function serveCommand(
  workspace: string | undefined,
  options: ServeOptions,
  io: Io,
): Promise<number> {
  const missing = await refuseMissing(workspace === undefined ? [] : [workspace], io)
  if (missing !== null) return io.stderr.printError(missing, exitCodes.badInput)
  return io.runProgram(packagedProgram.server, [
    ...['--page', packagedProgram.page],
    ...(workspace === undefined ? [] : ['--workspace', resolve(io.cwd, workspace)]),
    ...(options.port === undefined ? [] : ['--port', options.port]),
    ...(options.open ? [] : ['--no-open']),
    ...(options.demo ? [] : ['--no-demo']),
  ])
}
