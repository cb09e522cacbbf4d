import { join } from 'node:path'
import { isLockFileName } from './file-lock.ts'
import type { FileSystem } from './file-system.ts'
import { isProcessRunning } from './is-process-running.ts'
import { removeTree } from './remove-tree.ts'
import { temporaryFileOwner } from './temporary-file-name.ts'

/** Another machine may share the folder, and its processes are not visible. */
const youngestMs = 60_000

/**
 * Removes from one folder the temporary files, temporary folders and locks of processes that ended during a
 * write. Entries that cannot be removed, are younger than a minute or belong to a running process are kept.
 */
export async function sweepTemporaryFiles(
  files: FileSystem,
  folder: string,
  names: readonly string[],
  nowMs: number,
): Promise<void> {
  for (const name of names) {
    const owner = temporaryFileOwner(name)
    if (owner === null ? !isLockFileName(name) : isProcessRunning(owner)) continue
    const path = join(folder, name)
    const info = await files.linkInfo(path)
    if (info === null || info.kind === 'link' || nowMs - info.modifiedMs < youngestMs) continue
    // Removing is tried again at the next start.
    await removeTree(files, path).catch(() => {})
  }
}
