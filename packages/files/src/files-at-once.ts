import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileInfo } from './file-info.ts'
import { errorCodeOf, type FileInfo } from './file-system.ts'

/** The few synchronous operations, for the first and last actions of a process. */
export interface FilesAtOnce {
  /** Creates a folder and its parents; an existing one is not changed. */
  makeFolder(path: string, mode: number): void
  /** Returns information about a path, without following a link; null if nothing exists there. */
  linkInfo(path: string): FileInfo | null
  /** Sets the permissions, whatever the umask. */
  setMode(path: string, mode: number): void
  /** Returns the names in a folder. */
  names(path: string): readonly string[]
  /** Returns the paths of all files below a folder, relative to it. */
  filesBelow(path: string): readonly string[]
  read(path: string): Uint8Array<ArrayBuffer>
  /** Creates a file; fails with `EEXIST` if it exists. */
  writeNew(path: string, text: string, mode: number): void
  /** Removes a file, or a folder with everything in it; a missing one is no error. */
  removeTree(path: string): void
}

/**
 * Returns the outermost folder of a path that is missing. On a read-only disk Node reports ENOENT for the path;
 * creating this folder alone fails with the system's own code.
 */
export function firstMissingFolder(path: string): string {
  const parent = dirname(path)
  return parent === path || existsSync(parent) ? path : firstMissingFolder(parent)
}

/** The synchronous operations on this machine's files. */
export const nodeFilesAtOnce: FilesAtOnce = {
  makeFolder: (path, mode) => {
    try {
      mkdirSync(path, { recursive: true, mode })
    } catch (error) {
      if (errorCodeOf(error) === 'ENOENT') mkdirSync(firstMissingFolder(path), { mode })
      throw error
    }
  },
  linkInfo: path => {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    return stats === undefined ? null : fileInfo(stats)
  },
  setMode: (path, mode) => chmodSync(path, mode),
  names: path => readdirSync(path),
  filesBelow: path =>
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => relative(path, join(entry.parentPath, entry.name))),
  read: path => new Uint8Array(readFileSync(path)),
  writeNew: (path, text, mode) => writeFileSync(path, text, { mode, flag: 'wx' }),
  removeTree: path => rmSync(path, { recursive: true, force: true }),
}
