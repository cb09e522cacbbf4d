import { dirname, join, resolve } from 'node:path'
import { whileLocked } from './file-lock.ts'
import type { FileSystem, OpenFile } from './file-system.ts'
import { moveFileToNew } from './move-to-new.ts'
import { OneAfterTheOther } from './one-after-the-other.ts'
import { renamePatiently } from './rename-patiently.ts'
import { temporaryFileName } from './temporary-file-name.ts'

/** Of a file for its owner alone. */
export const privateFileMode = 0o600

/** Of a folder for its owner alone. */
export const privateFolderMode = 0o700

export interface WholeWriteOptions {
  /** Permission bits; without them those of the file that is there, and for a new one what the umask leaves. */
  readonly mode?: number
  /**
   * Called last, when the new content is on the disk under another name: false leaves the file as it is,
   * which lets a caller look once more at what it is about to replace. No other program that gives this option
   * replaces the file between the call and the rename.
   */
  readonly mayReplace?: () => Promise<boolean>
  /** Refuses a file that is there by then with `EEXIST`. */
  readonly mustBeNew?: boolean
}

const queues = new WeakMap<FileSystem, OneAfterTheOther>()

/**
 * Puts content in a file's place so that, whatever happens meanwhile, there is either the old one or
 * the new one, whole (attacks, defence 13): a new file beside it, synced, renamed over it, the folder
 * synced. Writes to one path come one after the other. False where `mayReplace` said so.
 */
export function writeFileWhole(
  files: FileSystem,
  path: string,
  content: Uint8Array | string,
  options: WholeWriteOptions = {},
): Promise<boolean> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return queueOf(files).run(resolve(path), () => replace(files, path, bytes, options))
}

async function replace(
  files: FileSystem,
  path: string,
  bytes: Uint8Array,
  options: WholeWriteOptions,
): Promise<boolean> {
  const keptMode = options.mode ?? (await files.info(path))?.mode
  const temporary = join(dirname(path), temporaryFileName())
  try {
    const file = await files.open(temporary, 'createNew', keptMode ?? 0o666)
    await fill(file, bytes, keptMode)
    if (!(await takePlace(files, temporary, path, options))) {
      await files.removeFile(temporary)
      return false
    }
  } catch (error) {
    // What cannot be removed now is swept later; the first error is the one to tell.
    await files.removeFile(temporary).catch(() => {})
    throw error
  }
  await files.syncFolder(dirname(path))
  return true
}

/** False if `mayReplace` said so. */
async function takePlace(
  files: FileSystem,
  temporary: string,
  path: string,
  { mayReplace, mustBeNew = false }: WholeWriteOptions,
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
