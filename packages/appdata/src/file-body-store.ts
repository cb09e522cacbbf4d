import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { BodyStore } from '@parley/engine'
import { type FileSystem, nodeFiles, nodeFilesAtOnce, privateFolderMode } from '@parley/files'
import { MemoryBudget, StoredBody } from './stored-body.ts'

/**
 * Response bodies of one running program, readable by range while they still grow: as files, but for
 * small ones, which stay in memory.
 */
export interface FileBodyStore extends BodyStore {
  /** Null where the handle is not known. */
  sizeBytes(handle: string): number | null
  /** Up to `maxBytes` from `offset`; fewer at the end. Null where the handle is not known. */
  read(handle: string, offset: number, maxBytes: number): Promise<Uint8Array | null>
  /** The whole body as it is now. Null where the handle is not known. */
  stream(handle: string): Readable | null
  /** The file of a body, for another thread that reads it; small ones get it now. Null where the handle is not known. */
  path(handle: string): Promise<string | null>
  /**
   * A body that another thread writes into a new file at `path`. Null where `write` says that there is
   * none; what it had written by then is deleted.
   */
  createBy(write: (path: string) => Promise<boolean>): Promise<string | null>
  /** Copies a body as it is now into a new file. False where the handle is not known. */
  copyTo(handle: string, path: string): Promise<boolean>
  /** Makes a file of another folder a body with the file's name as handle; released, it is deleted. */
  adopt(folder: string, name: string): Promise<void>
  /** Deletes a body; a handle that is not known is none of its business. */
  release(handle: string): Promise<void>
  /** Deletes all bodies. Synchronous, so that it can be the last act of a process. */
  clear(): void
}

/** A store in a folder of its own below `parentFolder`. */
export async function openFileBodyStore(
  parentFolder: string,
  files: FileSystem = nodeFiles,
): Promise<FileBodyStore> {
  const folder = join(parentFolder, `bodies-${process.pid}-${randomUUID()}`)
  await files.makeFolder(folder, privateFolderMode)
  const budget = new MemoryBudget()
  const bodies = new Map<string, StoredBody>()
  return {
    async create() {
      const handle = randomUUID()
      const body = new StoredBody(files, folder, handle, budget)
      bodies.set(handle, body)
      return { handle, write: bytes => body.write(bytes), close: () => body.close() }
    },
    sizeBytes: handle => bodies.get(handle)?.sizeBytes ?? null,
    async read(handle, offset, maxBytes) {
      try {
        return (await bodies.get(handle)?.read(offset, maxBytes)) ?? null
      } catch (error) {
        // Released in the meantime.
        if (!bodies.has(handle)) return null
        throw error
      }
    },
    stream: handle => bodies.get(handle)?.stream() ?? null,
    async path(handle) {
      const path = await bodies.get(handle)?.toFile()
      return path !== undefined && bodies.has(handle) ? path : null
    },
    async createBy(write) {
      const handle = randomUUID()
      const path = join(folder, handle)
      let isWritten = false
      try {
        isWritten = await write(path)
        if (isWritten) bodies.set(handle, await StoredBody.ofFile(files, folder, handle, budget))
      } finally {
        if (!isWritten) await files.removeFile(path)
      }
      return isWritten ? handle : null
    },
    async copyTo(handle, path) {
      const body = bodies.get(handle)
      if (body === undefined) return false
      await body.copyTo(path)
      return true
    },
    async adopt(otherFolder, name) {
      bodies.set(name, await StoredBody.ofFile(files, otherFolder, name, budget))
    },
    async release(handle) {
      const body = bodies.get(handle)
      bodies.delete(handle)
      await body?.release()
    },
    clear() {
      bodies.clear()
      nodeFilesAtOnce.removeTree(folder)
    },
  }
}
