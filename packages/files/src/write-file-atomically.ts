import { dirname, join, resolve } from 'node:path'
import { whileLocked } from './file-lock.ts'
import type { FileSystem, OpenFile } from './file-system.ts'
import { moveFileToNew } from './move-to-new.ts'
import { OneAfterTheOther } from './one-after-the-other.ts'
import { renamePatiently } from './rename-patiently.ts'
import { temporaryFileName } from './temporary-file-name.ts'

/** The mode of a file that is private to its owner. */
export const privateFileMode = 0o600

/** The mode of a folder that is private to its owner. */
export const privateFolderMode = 0o700

export interface AtomicWriteOptions {
  /** Permission bits; by default those of the existing file, or for a new one those that the umask allows. */
  readonly mode?: number
  /**
   * Called last, when the new content is on the disk under another name: false keeps the file, so that a
   * caller can check once more what it is about to replace. No other program that uses this option replaces
   * the file between the call and the rename.
   */
  readonly mayReplace?: () => Promise<boolean>
  /** Fails with `EEXIST` if the file exists by then. */
  readonly mustBeNew?: boolean
}

const queues = new WeakMap<FileSystem, OneAfterTheOther>()

/**
 * Replaces a file's content so that, whatever happens meanwhile, the file has completely the old or the new
 * content (attacks, defence 13): it writes and syncs a new file next to it, renames it over the old one, and
 * syncs the folder. Writes to one path run one after another. Resolves to false if `mayReplace` did.
 */
export function writeFileAtomically(
  files: FileSystem,
  path: string,
  content: Uint8Array | string,
  options: AtomicWriteOptions = {},
): Promise<boolean> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return queueOf(files).run(resolve(path), () => replace(files, path, bytes, options))
}

async function replace(
  files: FileSystem,
  path: string,
  bytes: Uint8Array,
  options: AtomicWriteOptions,
): Promise<boolean> {
  const keptMode = options.mode ?? (await files.info(path))?.mode
  const temporary = join(dirname(path), temporaryFileName())
  try {
    const file = await files.open(temporary, 'createNew', keptMode ?? 0o666)
    await fill(file, bytes, keptMode)
    if (!(await rename(files, temporary, path, options))) {
      await files.removeFile(temporary)
      return false
    }
  } catch (error) {
    // A temporary file that cannot be removed now is swept later; the first error is the one to report.
    await files.removeFile(temporary).catch(() => {})
    throw error
  }
  await files.syncFolder(dirname(path))
  return true
}

/** Resolves to false if `mayReplace` did. */
async function rename(
  files: FileSystem,
  temporary: string,
  path: string,
  { mayReplace, mustBeNew = false }: AtomicWriteOptions,
): Promise<boolean> {
  if (mustBeNew) {
    await moveFileToNew(files, temporary, path)
    return true
  }
  if (mayReplace === undefined) {
    await renamePatiently(files, temporary, path)
    return true
  }
  return whileLocked(files, path, async () => {
    const may = await mayReplace()
    if (may) await renamePatiently(files, temporary, path)
    return may
  })
}

async function fill(file: OpenFile, bytes: Uint8Array, mode: number | undefined): Promise<void> {
  try {
    if (mode !== undefined) await file.setMode(mode)
    await file.write(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

function queueOf(files: FileSystem): OneAfterTheOther {
  const queue = queues.get(files) ?? new OneAfterTheOther()
  queues.set(files, queue)
  return queue
}
