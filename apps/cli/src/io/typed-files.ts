import { failed } from '@parley/model'
import { filesByPath, lengthOf, type OpenableFiles } from '@parley/transport'
import type { Io } from './io.ts'
import { typedPath } from './typed-path.ts'

/** Gives access to the files that the user names in options, by their paths as typed. */
export function typedFiles(io: Pick<Io, 'cwd'>): OpenableFiles {
  const open: OpenableFiles['open'] = async path => {
    const opened = await filesByPath.open(typedPath(io, path))
    return opened.ok ? opened : failed({ ...opened.failure, subject: path })
  }
  return { open, lengthBytes: path => lengthOf({ open }, path) }
}
