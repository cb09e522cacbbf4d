import { join } from 'node:path'
import type { FileSystem } from './file-system.ts'
import { type FilesAtOnce, nodeFilesAtOnce } from './files-at-once.ts'
import { privateFileMode, privateFolderMode } from './write-file-whole.ts'

/** Files of which each new one, and each new folder, is for its owner alone, whatever the umask. */
export function privateFiles(files: FileSystem): FileSystem {
  return {
    ...files,
    open: (path, access, mode = privateFileMode) => files.open(path, access, mode & privateFolderMode),
    makeFolder: (path, mode = privateFolderMode) => files.makeFolder(path, mode & privateFolderMode),
  }
}

/**
 * Makes a folder for its owner alone. One that is there and open to others is closed to them, with all that is in it;
 * so is each entry of it that others may open. Links are left alone. At once, as a program does so before anything else.
 * @returns whether others could open any of it
 * @throws the system's error if the folder cannot be made
 */
export function keepFolderPrivate(path: string, files: FilesAtOnce = nodeFilesAtOnce): boolean {
  files.makeFolder(path, privateFolderMode)
  // Windows gives each user's folders to that user alone, and knows no such modes.
  if (process.platform === 'win32') return false
  if (isOpen(path, files)) return closeTree(path, files)
  const open = files.names(path).filter(name => isOpen(join(path, name), files))
  return open.map(name => closeTree(join(path, name), files)).includes(true)
}

/**
 * The same for all that is below the folder, however deep, also where the folders above it are private already. Of the
 * folders in it whose names are given only they themselves are closed: what is in them keeps its permissions.
 */
export function keepTreePrivate(
  path: string,
  closedAlone: readonly string[] = [],
  files: FilesAtOnce = nodeFilesAtOnce,
): boolean {
  files.makeFolder(path, privateFolderMode)
  const alone = new Set(closedAlone.map(name => join(path, name)))
  return process.platform !== 'win32' && closeTree(path, files, alone)
}

function isOpen(path: string, files: FilesAtOnce): boolean {
  const info = files.linkInfo(path)
  return (info?.kind === 'file' || info?.kind === 'folder') && (info.mode & 0o077) !== 0
}

/** Returns whether anything was open and is closed now; what this account may not change stays as it is. */
function closeTree(path: string, files: FilesAtOnce, alone: ReadonlySet<string> = new Set()): boolean {
  const info = files.linkInfo(path)
  if (info?.kind !== 'file' && info?.kind !== 'folder') return false
  try {
    const wasOpen = (info.mode & 0o077) !== 0
    if (wasOpen) files.setMode(path, info.mode & privateFolderMode)
    if (info.kind === 'file' || alone.has(path)) return wasOpen
    const closed = files.names(path).map(name => closeTree(join(path, name), files, alone))
    return wasOpen || closed.includes(true)
  } catch {
    return false
  }
}
