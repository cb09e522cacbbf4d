import { isAbsolute, sep } from 'node:path'
import type { Io } from './io.ts'

/**
 * Returns where the system finds a typed path: a relative one begins at the folder of the command. Nothing else of it
 * changes, because a slash at its end says that it names a folder.
 */
export function typedPath({ cwd }: Pick<Io, 'cwd'>, typed: string): string {
  return cwd === '' || typed === '' || isAbsolute(typed) ? typed : `${cwd}${sep}${typed}`
}
