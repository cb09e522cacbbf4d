import { dirname, join } from 'node:path'
import { type FileSystem, privateFolderMode } from '@parley/files'
import { copyTree } from './copy-tree.ts'

/** What the name of a snapshot begins with until it is whole. */
export const unfinishedSnapshot = '.unfinished-'

/**
 * Copies files of a workspace as they are before something rewrites many of them, such as a migration of their
 * format (attacks ST12): into a new folder of `snapshotFolder` named by the time. Resolves to that folder,
 * once all of it is on the disk.
 */
export async function takeSnapshot(
  files: FileSystem,
  workspaceFolder: string,
  paths: readonly string[],
  snapshotFolder: string,
  nowMs: number,
): Promise<string> {
  const stamp = new Date(nowMs).toISOString().replaceAll(':', '-')
  // A copy that is cut off is never taken for a whole one.
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
