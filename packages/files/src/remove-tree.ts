import { join } from 'node:path'
import type { FileSystem } from './file-system.ts'

/** Removes a file, or a folder with everything in it, never through a link; a missing one is no error. */
export async function removeTree(files: FileSystem, path: string): Promise<void> {
  const info = await files.linkInfo(path)
  if (info === null) return
  if (info.kind !== 'folder') return files.removeFile(path)
  for (const { name } of await files.list(path)) await removeTree(files, join(path, name))
  await files.removeFolder(path)
}
