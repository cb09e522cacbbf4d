import { isAbsolute, relative, resolve, sep } from 'node:path'
import { errorCodeOf, type FileInfo, nodeFiles } from '@parley/files'
import { failed, ok, type Result } from '@parley/model'

/** A file below a folder. */
export interface LocatedFile {
  readonly info: FileInfo
  /** Its path with links resolved. */
  readonly real: string
}

/** Why a file is not read. */
export interface NotLocated {
  readonly reason: 'outside' | 'missing' | 'unreadable'
  /** Of the system, or a word. */
  readonly code: string
}

/**
 * Finds a file whose real path is below a folder, as a link may lead out of it. Names that begin with a dot are not read,
 * as they may hold secrets.
 */
export async function locateFile(folder: string, path: string): Promise<Result<LocatedFile, NotLocated>> {
  const root = await nodeFiles.realPath(folder).catch(() => folder)
  const absolute = resolve(root, path)
  if (!isBelow(absolute, root)) return failed(outside)
  try {
    const real = await nodeFiles.realPath(absolute)
    if (!isBelow(real, root)) return failed(outside)
    const info = await nodeFiles.info(real)
    if (info === null) return failed(missing)
    return info.kind === 'file' ? ok({ info, real }) : failed({ reason: 'unreadable', code: 'no file' })
  } catch (error) {
    const code = errorCodeOf(error)
    return failed(code === 'ENOENT' || code === 'ENOTDIR' ? missing : { reason: 'unreadable', code })
  }
}

/**
 * Returns what differs between versions of a file below a folder; null if there is no such file. Links are not resolved, which
 * takes most of the time: one that leads to another file has that file's stamp.
 */
export async function stampBelow(folder: string, path: string): Promise<string | null> {
  const absolute = resolve(folder, path)
  if (!isBelow(absolute, folder)) return outside.reason
  try {
    const info = await nodeFiles.info(absolute)
    return info && [info.kind, info.identity, info.modifiedMs, info.sizeBytes].join(' ')
  } catch (error) {
    return errorCodeOf(error)
  }
}

const outside: NotLocated = { reason: 'outside', code: 'outside' }
const missing: NotLocated = { reason: 'missing', code: 'ENOENT' }

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path)
  if (way === '' || isAbsolute(way)) return false
  return way.split(sep).every(name => name !== '..' && !name.startsWith('.'))
}
