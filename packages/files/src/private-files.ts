import { join } from 'node:path'
import type { FileSystem } from './file-system.ts'
import { type FilesAtOnce, nodeFilesAtOnce } from './files-at-once.ts'
import { privateFileMode, privateFolderMode } from './write-file-atomically.ts'

/** Returns files in which each new file and folder is private to its owner, whatever the umask. */
export function privateFiles(files: FileSystem): FileSystem {
  return {
    ...files,
    open: (path, access, mode = privateFileMode) => files.open(path, access, mode & privateFolderMode),
    makeFolder: (path, mode = privateFolderMode) => files.makeFolder(path, mode & privateFolderMode),
  }
}

/**
 * Creates a folder that is private to its owner. An existing folder that other users may open is closed to
 * them with everything in it; so is each entry of it that they may open. Links are ignored. Synchronous,
 * because a program does so before anything else.
 * @returns whether other users could open any of it
 * @throws the system's error if the folder cannot be created
 */
export function keepFolderPrivate(path: string, files: FilesAtOnce = nodeFilesAtOnce): boolean {
  files.makeFolder(path, privateFolderMode)
  // Windows gives each user's folders only to that user, and has no such modes.
  if (process.platform === 'win32') return false
  if (isOpen(path, files)) return closeTree(path, files)
  const open = files.names(path).filter(name => isOpen(join(path, name), files))
  return open.map(name => closeTree(join(path, name), files)).includes(true)
}

/**
 * Does the same for everything below the folder at any depth, even if the folder itself is private already.
 * Of the folders with the given names only the folders themselves are closed; their content keeps its
 * permissions.
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

/** Returns whether anything was closed now; entries that this account may not change are not. */
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
