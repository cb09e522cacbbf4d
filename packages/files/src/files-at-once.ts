import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileInfo } from './file-info.ts'
import { errorCodeOf, type FileInfo } from './file-system.ts'

/** The few operations that must be done before the next line runs: the first and last acts of a process. */
export interface FilesAtOnce {
  /** Makes a folder and those above it; one that exists is left as it is. */
  makeFolder(path: string, mode: number): void
  /** What stands at a path, a link as itself; null if nothing does. */
  linkInfo(path: string): FileInfo | null
  /** Sets the permissions, whatever the umask. */
  setMode(path: string, mode: number): void
  /** The names in a folder. */
  names(path: string): readonly string[]
  /** The paths of all files below a folder, relative to it. */
  filesBelow(path: string): readonly string[]
  read(path: string): Uint8Array<ArrayBuffer>
  /** Refuses a file that is there with `EEXIST`. */
  writeNew(path: string, text: string, mode: number): void
  /** Removes a file, or a folder with all that is in it; nothing there is no error. */
  removeTree(path: string): void
}

/** On the files of this machine. */
export const nodeFilesAtOnce: FilesAtOnce = {
  makeFolder: (path, mode) => {
    try {
      mkdirSync(path, { recursive: true, mode })
    } catch (error) {
      // On a read-only disk Node says ENOENT of it; one folder alone is refused with the system's own code.
      if (errorCodeOf(error) === 'ENOENT') mkdirSync(path, { mode })
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
