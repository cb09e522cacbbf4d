import { dirname } from 'node:path'
import { errorCodeOf, type FileSystem } from './file-system.ts'
import { renamePatiently } from './rename-patiently.ts'

/** The error codes of file systems without hard links. */
const noLinkCodes = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']

/**
 * Moves a file or folder to a path that must be free: if two programs want the path, one gets it and the
 * other one `EEXIST`. A process killed in between leaves a file under both names, or, on a file system
 * without hard links, an empty file at the new path. A power failure leaves it under at least one of them.
 * `EXDEV` across devices.
 */
export async function moveToNew(files: FileSystem, from: string, to: string): Promise<void> {
  if ((await files.linkInfo(from))?.kind === 'folder') return moveFolderToNew(files, from, to)
  return moveByLink(files, from, to, () => files.syncFolder(dirname(to)))
}

/** {@link moveToNew} for a file that is not missed after a power failure before the caller has synced the folder. */
export function moveFileToNew(files: FileSystem, from: string, to: string): Promise<void> {
  return moveByLink(files, from, to, async () => {})
}

/** @param beforeRemoval - called once the file has both names */
async function moveByLink(
  files: FileSystem,
  from: string,
  to: string,
  beforeRemoval: () => Promise<void>,
): Promise<void> {
  try {
    await files.link(from, to)
  } catch (error) {
    if (!noLinkCodes.includes(errorCodeOf(error))) throw error
    return moveOverPlaceholder(files, from, to)
  }
  await orUndo(files, to, async () => {
    await beforeRemoval()
    await files.removeFile(from)
  })
}

/** Returns whether {@link moveToNew} failed because the path was taken. */
export function isTakenError(error: unknown): boolean {
  return ['EEXIST', 'ENOTEMPTY'].includes(errorCodeOf(error))
}

async function moveOverPlaceholder(files: FileSystem, from: string, to: string): Promise<void> {
  const placeholder = await files.open(to, 'createNew')
  await placeholder.close()
  await orUndo(files, to, () => renamePatiently(files, from, to))
}

async function orUndo(files: FileSystem, made: string, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    // The first error is the one to report.
    await files.removeFile(made).catch(() => {})
    throw error
  }
}

/** Moves a folder; the system refuses to replace a folder that is not empty. */
async function moveFolderToNew(files: FileSystem, from: string, to: string): Promise<void> {
  if ((await files.linkInfo(to)) !== null)
    throw Object.assign(new Error(`EEXIST: file already exists, ${to}`), { code: 'EEXIST' })
  await renamePatiently(files, from, to)
}
