import { dirname, join } from 'node:path'
import { type FileSystem, privateFolderMode } from '@parley/files'
import { copyTree } from './copy-tree.ts'

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
  const target = join(snapshotFolder, new Date(nowMs).toISOString().replaceAll(':', '-'))
  await files.makeFolder(target, privateFolderMode)
  for (const path of paths) {
    await files.makeFolder(dirname(join(target, path)), privateFolderMode)
    await copyTree(files, join(workspaceFolder, path), join(target, path))
  }
  await files.syncFolder(snapshotFolder)
  return target
}
