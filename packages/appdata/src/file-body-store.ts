import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { BodyStore } from '@parley/engine'
import { type FileSystem, nodeFiles, nodeFilesAtOnce, privateFolderMode, processMark } from '@parley/files'
import { MemoryBudget, StoredBody } from './stored-body.ts'

/**
 * Stores the response bodies of one running program, readable by range while they grow: as files, except for
 * small ones, which are kept in memory.
 */
export interface FileBodyStore extends BodyStore {
  /** Returns null if the handle is unknown. */
  sizeBytes(handle: string): number | null
  /** Returns up to `maxBytes` from `offset`; fewer at the end. Null if the handle is unknown. */
  read(handle: string, offset: number, maxBytes: number): Promise<Uint8Array | null>
  /** Resolves when a body has grown, was closed or was released; at once if it is closed or unknown. */
  changed(handle: string): Promise<void>
  /** Streams the present content of a body. Null if the handle is unknown. */
  stream(handle: string): Readable | null
  /**
   * Returns the file of a body, which another thread can read; a small body is written to a file first. Null
   * if the handle is unknown.
   */
  path(handle: string): Promise<string | null>
  /**
   * Creates a body that another thread writes into a new file at `path`. Null if `write` resolves to false; a
   * partial file is then deleted.
   * @param growing makes the body readable while it is written
   */
  createBy(write: (path: string) => Promise<boolean>, growing?: GrowingBody): Promise<string | null>
  /** Copies the present content of a body into a new file. False if the handle is unknown. */
  copyTo(handle: string, path: string): Promise<boolean>
  /**
   * Adds a file of another folder as a body, with the file's name as handle; releasing the body deletes the
   * file.
   */
  adopt(folder: string, name: string): Promise<void>
  /** Deletes a body; an unknown handle is ignored. */
  release(handle: string): Promise<void>
  /** Deletes all bodies. Synchronous, so that a process can do it last. */
  clear(): void
}

/** A body that can be read while another thread writes it. */
export interface GrowingBody {
  /** Returns how many bytes are in its file by now. */
  writtenBytes(): number
  /** Called with its handle before it is written. It is unknown again if it is not written to its end. */
  onBegin(handle: string): void
}

/** Creates a store in its own folder below `parentFolder`. */
export async function openFileBodyStore(
  parentFolder: string,
  files: FileSystem = nodeFiles,
): Promise<FileBodyStore> {
  const folder = join(parentFolder, `bodies-${processMark()}`)
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
        // The body was released in the meantime.
        if (!bodies.has(handle)) return null
        throw error
      }
    },
    changed: async handle => bodies.get(handle)?.changed(),
    stream: handle => bodies.get(handle)?.stream() ?? null,
    async path(handle) {
      const path = await bodies.get(handle)?.toFile()
      return path !== undefined && bodies.has(handle) ? path : null
    },
    async createBy(write, growing) {
      const handle = randomUUID()
      const path = join(folder, handle)
      let isWritten = false
      if (growing !== undefined) {
        bodies.set(handle, StoredBody.ofGrowingFile(files, folder, handle, budget, growing.writtenBytes))
        growing.onBegin(handle)
      }
      try {
        isWritten = await write(path)
        if (isWritten) bodies.set(handle, await StoredBody.ofFile(files, folder, handle, budget))
      } finally {
        if (!isWritten) bodies.delete(handle)
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
