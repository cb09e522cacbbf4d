import { dirname, join } from 'node:path'
import { type FileSystem, moveToNew, removeTree, temporaryFileName } from '@parley/files'

/** A file of a tree that is to be written, its path below the tree's folder with `/`. */
interface NewFile {
  readonly path: string
  readonly text: string
}

/** As many as a disk syncs together about as fast as one, and a process may have open. */
const filesAtOnce = 16

/**
 * Writes a whole folder: all of it is on the disk under another name before it takes its place in one step, so
 * that it is there whole or not at all. Rejects with the system's error, and leaves nothing then; what a killed
 * process leaves is swept. `EEXIST` or `ENOTEMPTY`: the place is taken.
 * @param folders below it, outer ones first
 */
export async function writeNewTree(
  files: FileSystem,
  target: string,
  folders: readonly string[],
  newFiles: readonly NewFile[],
): Promise<void> {
  const partial = join(dirname(target), temporaryFileName())
  try {
    await files.makeFolder(partial)
    for (const folder of folders) await files.makeFolder(join(partial, ...folder.split('/')))
    for (let start = 0; start < newFiles.length; start += filesAtOnce) {
      const group = newFiles.slice(start, start + filesAtOnce)
      await Promise.all(group.map(file => writeNew(files, join(partial, ...file.path.split('/')), file.text)))
    }
    for (const folder of [...folders].reverse()) await files.syncFolder(join(partial, ...folder.split('/')))
    await files.syncFolder(partial)
    await moveToNew(files, partial, target)
    await files.syncFolder(dirname(target))
  } catch (error) {
    // The first error is the one to tell.
    await removeTree(files, partial).catch(() => {})
    throw error
  }
}

async function writeNew(files: FileSystem, path: string, text: string): Promise<void> {
  const file = await files.open(path, 'createNew')
  try {
    await file.write(new TextEncoder().encode(text))
    await file.sync()
  } finally {
    await file.close()
  }
}
