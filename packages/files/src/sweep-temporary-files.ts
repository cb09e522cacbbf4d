import { join } from 'node:path'
import { isLockFileName } from './file-lock.ts'
import type { FileSystem } from './file-system.ts'
import { isProcessRunning } from './is-process-running.ts'
import { removeTree } from './remove-tree.ts'
import { temporaryFileOwner } from './temporary-file-name.ts'

/** Another machine may share the folder, and its processes are not ours to see. */
const youngestMs = 60_000

/**
 * Removes from one folder what processes that ended amid a write left there: temporary files, temporary folders and
 * locks. What cannot be removed, is younger than a minute or belongs to a running process stays.
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
    // It is tried again at the next start.
    await removeTree(files, path).catch(() => {})
  }
}
