import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { nodeFiles } from './node-files.ts'

/** Where the files are that a request names (behaviour, Files that a run may read). */
export interface FilePlace {
  /**
   * The absolute folder in which relative paths start: that of the collection of the request, or, outside of any
   * collection, that of its own file.
   */
  readonly start: string
  /** The absolute folder whose files may be read: that of the workspace, or else `start`. */
  readonly root: string
}

/**
 * Returns the place of a collection in a workspace.
 * @param collection - the path of its folder in the workspace, with slashes; empty: the workspace is the collection, or
 * there is no collection
 */
export function placeInWorkspace(root: string, collection: string): FilePlace {
  return { start: join(root, collection), root }
}

/** Returns the absolute path of a file that a request names. The file may be missing, or may not be read. */
export function pathInPlace({ start }: FilePlace, path: string): string {
  return resolve(start, path)
}

/** Returns whether a path is below a folder, and no name between them begins with a dot, as such files may hold secrets. */
export function isVisibleBelow(path: string, folder: string): boolean {
  const names = namesBelow(path, folder)
  return names?.every(name => !name.startsWith('.')) ?? false
}

/** Returns the names from a folder down to a path; null if the path is not below the folder. */
export function namesBelow(path: string, folder: string): readonly string[] | null {
  const way = relative(folder, path)
  if (way === '' || isAbsolute(way)) return null
  const names = way.split(sep)
  return names[0] === '..' ? null : names
}

/**
 * Returns what to write instead of a relative path that leads nowhere from its start, but to a file from the folder of the
 * workspace, where paths started in earlier versions; null if there is no such file.
 * @param mayRead - whether a file may be read, by its real path
 */
export async function misplacedPath(
  { start, root }: FilePlace,
  path: string,
  mayRead: (real: string) => Promise<boolean>,
): Promise<{ readonly start: string; readonly path: string } | null> {
  if (start === root || isAbsolute(path)) return null
  const earlier = resolve(root, path)
  try {
    const real = await nodeFiles.realPath(earlier)
    if (!(await mayRead(real)) || (await nodeFiles.info(real))?.kind !== 'file') return null
    return { start, path: relative(start, earlier).split(sep).join('/') }
  } catch {
    return null
  }
}
