import type { Io } from '../io/io.ts'
import { packagedProgram } from '../serve/packaged-program.ts'
import type { DesktopOptions } from './define-desktop-command.ts'

/** Runs the desktop app until it ends; resolves to the exit code. */
export function desktopCommand(target: string | undefined, options: DesktopOptions, io: Io): Promise<number> {
  const { desktop, server, page } = packagedProgram
  return io.runProgram(desktop, [
    ...['--page', page],
    ...['--server', server],
    ...(options.host === undefined ? [] : [`--host=${options.host}`]),
    ...(options.demo ? [] : ['--no-demo']),
    // A name or link that begins with a dash is no option.
    ...(target === undefined ? [] : ['--', target]),
  ])
}
