import { join } from 'node:path'
import { isLockFileName, removeLeftLock } from './file-lock.ts'
import type { FileInfo, FileSystem } from './file-system.ts'
import { isLeftBehind, type MarkedProcess } from './process-mark.ts'
import { removeTree } from './remove-tree.ts'
import { temporaryFileOwner } from './temporary-file-name.ts'

/** A lock is held for milliseconds, but another machine may share the folder. */
const youngestLockMs = 60_000

/**
 * Removes from one folder the temporary files, temporary folders and locks of processes that ended during a
 * write. Links, entries of other users, and what cannot be removed are kept.
 */
export async function sweepTemporaryFiles(
  files: FileSystem,
  folder: string,
  names: readonly string[],
  nowMs: number,
): Promise<void> {
  for (const name of names) {
    const owner = temporaryFileOwner(name)
    if (owner === null && !isLockFileName(name)) continue
    const path = join(folder, name)
    // Removing is tried again at the next start.
    if (owner === null && (await isReadableLock(files, path)))
      await removeLeftLock(files, path).catch(() => {})
    if (await isSwept(files, path, owner, nowMs).catch(() => false))
      await removeTree(files, path).catch(() => {})
  }
}

/** Lists a folder and does the same; a folder that cannot be listed is left alone. */
export async function sweepFolder(files: FileSystem, folder: string): Promise<void> {
  const entries = await files.list(folder).catch(() => [])
  await sweepTemporaryFiles(
    files,
    folder,
    entries.map(({ name }) => name),
    Date.now(),
  )
}

/** Anybody may have put a file of this name into a shared workspace. */
const longestLock = 1_000

async function isReadableLock(files: FileSystem, path: string): Promise<boolean> {
  const info = await files.linkInfo(path).catch(() => null)
  return info !== null && isOwnEntry(info) && info.sizeBytes <= longestLock
}

async function isSwept(
  files: FileSystem,
  path: string,
  owner: MarkedProcess | null,
  nowMs: number,
): Promise<boolean> {
  const info = await files.linkInfo(path)
  if (info === null || !isOwnEntry(info)) return false
  const unchangedMs = nowMs - info.modifiedMs
  return owner === null ? unchangedMs >= youngestLockMs : isLeftBehind(owner, unchangedMs)
}

/**
 * Returns whether an entry is a file or folder of this user. In a folder that all users share, another one could exchange
 * what is in its own folder for a link while it is being removed.
 */
function isOwnEntry(info: FileInfo): boolean {
  const user = process.getuid?.()
  return (info.kind === 'file' || info.kind === 'folder') && (user === undefined || info.ownerId === user)
}
