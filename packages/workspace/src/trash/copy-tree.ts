import { dirname, join } from 'node:path'
import type { FileSystem } from '@parley/files'

/** Copies a file, or a folder with all its files and folders, to where nothing stands; on the disk once it resolves. */
export async function copyTree(files: FileSystem, from: string, to: string): Promise<void> {
  const info = await files.linkInfo(from)
  if (info?.kind === 'folder') {
    await files.makeFolder(to)
    // What is no file or folder, such as a link, is not copied: it could lead anywhere.
    for (const { name, kind } of await files.list(from))
      if (kind === 'file' || kind === 'folder') await copyTree(files, join(from, name), join(to, name))
    await files.syncFolder(to)
    return
  }
  const file = await files.open(to, 'createNew', info?.mode)
  try {
    await file.write(await files.read(from))
    await file.sync()
  } finally {
    await file.close()
  }
  await files.syncFolder(dirname(to))
}
