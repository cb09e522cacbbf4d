import { nodeFiles } from '@parley/files'
import type { Io } from './io.ts'
import { typedPath } from './typed-path.ts'

/** The one sentence about a typed file or folder that is not there. */
export function missingFile(typed: string): string {
  return `There is no file or folder ${typed}. Check the path.`
}

/** Returns why a typed file could not be read, as a sentence. @param code - of the system */
export function unreadFile(typed: string, code: string): string {
  if (code === 'ENOENT' || code === 'ENOTDIR') return missingFile(typed)
  return code === 'EISDIR'
    ? `${typed} is a folder. Give a file.`
    : `The file ${typed} could not be read (${code}). Check its permissions.`
}

/** Returns the sentence about the first typed file or folder that is not there; null if all are. */
export async function refuseMissing(typed: readonly string[], io: Pick<Io, 'cwd'>): Promise<string | null> {
  for (const one of typed)
    if (one !== '' && one !== '-' && (await nodeFiles.info(typedPath(io, one))) === null)
      return missingFile(one)
  return null
}
