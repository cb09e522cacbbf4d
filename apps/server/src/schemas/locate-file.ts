import {
  errorCodeOf,
  type FileInfo,
  type FilePlace,
  isVisibleBelow,
  misplacedPath,
  nodeFiles,
  pathInPlace,
} from '@parley/files'
import { failed, type MisplacedPath, ok, type Result } from '@parley/model'

/** A file of a workspace. */
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
 * Finds a file of a place whose real path is below the root of the place, as a link may lead out of it. Names that begin with a
 * dot are not read, as they may hold secrets.
 * @param place - its root has no links in its path
 */
export async function locateFile(place: FilePlace, path: string): Promise<Result<LocatedFile, NotLocated>> {
  const { root } = place
  const absolute = pathInPlace(place, path)
  if (!isVisibleBelow(absolute, root)) return failed(outside)
  try {
    const real = await nodeFiles.realPath(absolute)
    if (!isVisibleBelow(real, root)) return failed(outside)
    const info = await nodeFiles.info(real)
    if (info === null) return failed(missing)
    return info.kind === 'file' ? ok({ info, real }) : failed({ reason: 'unreadable', code: 'no file' })
  } catch (error) {
    const code = errorCodeOf(error)
    return failed(code === 'ENOENT' || code === 'ENOTDIR' ? missing : { reason: 'unreadable', code })
  }
}

/** Returns where a missing file is whose path starts in the folder of the workspace; null if there is none. */
export function misplacedIn(place: FilePlace, path: string): Promise<MisplacedPath | null> {
  return misplacedPath(place, path, async real => isVisibleBelow(real, place.root))
}

/**
 * Returns what differs between versions of a file of a place; null if there is no such file. Links are not resolved, which
 * takes most of the time: one that leads to another file has that file's stamp.
 */
export async function stampOfFile(place: FilePlace, path: string): Promise<string | null> {
  const absolute = pathInPlace(place, path)
  if (!isVisibleBelow(absolute, place.root)) return outside.reason
  try {
    const info = await nodeFiles.info(absolute)
    return info && [info.kind, info.identity, info.modifiedMs, info.sizeBytes].join(' ')
  } catch (error) {
    return errorCodeOf(error)
  }
}

const outside: NotLocated = { reason: 'outside', code: 'outside' }
const missing: NotLocated = { reason: 'missing', code: 'ENOENT' }
