import { dirname, join } from 'node:path'
import { type FileSystem, moveToNew, removeTree, temporaryFileName } from '@parley/files'

/** A file of a tree to be written; `path` is relative to the tree's folder, with `/`. */
interface NewFile {
  readonly path: string
  readonly text: string
}

/** A disk syncs this many files together about as fast as one, and a process may have this many open. */
const filesAtOnce = 16

/**
 * Writes a whole folder under a temporary name and then renames it in one step, so that it exists completely
 * or not at all. Rejects with the system's error and then leaves nothing behind; a later sweep removes the
 * remains of a killed process. `EEXIST` or `ENOTEMPTY`: the path is taken.
 * @param folders relative paths, outer ones first
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
    // The first error is the one to report.
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
