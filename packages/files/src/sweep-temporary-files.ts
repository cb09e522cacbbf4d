import { join } from 'node:path'
import type { FileSystem } from './file-system.ts'
import { isProcessRunning } from './is-process-running.ts'
import { temporaryFileOwner } from './write-file-whole.ts'

/** Another machine may share the folder, and its processes are not ours to see. */
const youngestMs = 60_000

/**
 * Removes from one folder what processes that ended amid {@link writeFileWhole} left there. What cannot be
 * removed, is younger than a minute or belongs to a running process stays.
 */
export async function sweepTemporaryFiles(
  files: FileSystem,
  folder: string,
  names: readonly string[],
  nowMs: number,
): Promise<void> {
  for (const name of names) {
    const owner = temporaryFileOwner(name)
    if (owner === null || isProcessRunning(owner)) continue
    const path = join(folder, name)
    const info = await files.linkInfo(path)
    if (info?.kind !== 'file' || nowMs - info.modifiedMs < youngestMs) continue
    // It is tried again at the next start.
    await files.removeFile(path).catch(() => {})
  }
}
