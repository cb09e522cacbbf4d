import { dirname, join } from 'node:path'
import type { FileSystem } from '@parley/files'

/**
 * Copies a file, or a folder with everything in it, to a free path; the copy is on the disk once it resolves.
 */
export async function copyTree(files: FileSystem, from: string, to: string): Promise<void> {
  const info = await files.linkInfo(from)
  if (info?.kind === 'folder') {
    await files.makeFolder(to)
    // Anything but files and folders, such as a link, is skipped, because it could lead anywhere.
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
