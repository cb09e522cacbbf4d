import { randomUUID } from 'node:crypto'
import { dirname, join, resolve } from 'node:path'
import type { FileSystem, OpenFile } from './file-system.ts'
import { OneAfterTheOther } from './one-after-the-other.ts'
import { renamePatiently } from './rename-patiently.ts'

/** Of a file for its owner alone. */
export const privateFileMode = 0o600

/** Of a folder for its owner alone. */
export const privateFolderMode = 0o700

export interface WholeWriteOptions {
  /** Permission bits; without them those of the file that is there, and for a new one what the umask leaves. */
  readonly mode?: number
  /**
   * Called last, when the new content is on the disk under another name: false leaves the file as it is,
   * which lets a caller look once more at what it is about to replace.
   */
  readonly mayReplace?: () => Promise<boolean>
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
  { mode, mayReplace }: WholeWriteOptions,
): Promise<boolean> {
  const keptMode = mode ?? (await files.info(path))?.mode
  const temporary = join(dirname(path), temporaryFileName())
  try {
    const file = await files.open(temporary, 'createNew', keptMode ?? 0o666)
    await fill(file, bytes, keptMode)
    if (mayReplace !== undefined && !(await mayReplace())) {
      await files.removeFile(temporary)
      return false
    }
    await renamePatiently(files, temporary, path)
  } catch (error) {
    // What cannot be removed now is swept later; the first error is the one to tell.
    await files.removeFile(temporary).catch(() => {})
    throw error
  }
  await files.syncFolder(dirname(path))
  return true
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

/** A name for a file that is on its way to another; {@link temporaryFileOwner} knows it again. */
export function temporaryFileName(): string {
  return `.parley-${process.pid}-${randomUUID()}.tmp`
}

/** The ID of the process that makes or made a temporary file; null for any other name. */
export function temporaryFileOwner(name: string): number | null {
  const match = /^\.parley-(\d+)-[0-9a-f-]{36}\.tmp$/.exec(name)
  return match === null ? null : Number(match[1])
}
