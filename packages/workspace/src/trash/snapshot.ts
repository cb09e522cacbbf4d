import { dirname, join } from 'node:path'
import { type FileSystem, privateFolderMode } from '@parley/files'
import { copyTree } from './copy-tree.ts'

/** The prefix of a snapshot's name until the snapshot is complete. */
export const unfinishedSnapshot = '.unfinished-'

/**
 * Copies files of a workspace before an operation rewrites many of them, such as a migration of their format
 * (attacks ST12), into a new folder of `snapshotFolder` named by the time. Resolves to that folder once
 * everything is on the disk.
 */
export async function takeSnapshot(
  files: FileSystem,
  workspaceFolder: string,
  paths: readonly string[],
  snapshotFolder: string,
  nowMs: number,
): Promise<string> {
  const stamp = new Date(nowMs).toISOString().replaceAll(':', '-')
  // An interrupted copy must not be taken for a complete one.
  const [target, unfinished] = [
    join(snapshotFolder, stamp),
    join(snapshotFolder, `${unfinishedSnapshot}${stamp}`),
  ]
  await files.makeFolder(unfinished, privateFolderMode)
  for (const path of paths) {
    await files.makeFolder(dirname(join(unfinished, path)), privateFolderMode)
    await copyTree(files, join(workspaceFolder, path), join(unfinished, path))
  }
  await files.rename(unfinished, target)
  await files.syncFolder(snapshotFolder)
  return target
}
