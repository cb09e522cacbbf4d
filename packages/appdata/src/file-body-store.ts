import { randomUUID } from 'node:crypto'
import { constants, createReadStream, rmSync } from 'node:fs'
import { type FileHandle, mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { BodyStore, BodyWriter } from '@parley/engine'

/** Response bodies as files of one running program, readable by range while they still grow. */
export interface FileBodyStore extends BodyStore {
  /** Null where the handle is not known. */
  sizeBytes(handle: string): number | null
  /** Up to `maxBytes` from `offset`; fewer at the end. Null where the handle is not known. */
  read(handle: string, offset: number, maxBytes: number): Promise<Uint8Array | null>
  /** The whole body as it is now. Null where the handle is not known. */
  stream(handle: string): Readable | null
  /** Where a body lies, for another thread that reads it. Null where the handle is not known. */
  path(handle: string): string | null
  /**
   * A body that another thread writes into a new file at `path`. Null where `write` says that there is
   * none; what it had written by then is deleted.
   */
  createBy(write: (path: string) => Promise<boolean>): Promise<string | null>
  /** Deletes a body; a handle that is not known is none of its business. */
  release(handle: string): Promise<void>
  /** Deletes all bodies. Synchronous, so that it can be the last act of a process. */
  clear(): void
}

/** A store in a folder of its own below `parentFolder`. */
export async function openFileBodyStore(parentFolder: string): Promise<FileBodyStore> {
  const folder = join(parentFolder, `bodies-${process.pid}-${randomUUID()}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const sizes = new Map<string, number>()
  const pathOf = (handle: string) => (sizes.has(handle) ? join(folder, handle) : null)
  return {
    async create() {
      const handle = randomUUID()
      const path = join(folder, handle)
      const file = await open(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600)
      sizes.set(handle, 0)
      return fileBodyWriter(handle, file, sizes)
    },
    sizeBytes: handle => sizes.get(handle) ?? null,
    async read(handle, offset, maxBytes) {
      const path = pathOf(handle)
      if (path === null) return null
      const start = Math.max(0, offset)
      const lengthBytes = Math.min(maxBytes, (sizes.get(handle) ?? 0) - start)
      try {
        return await readRange(path, start, Math.max(0, lengthBytes))
      } catch (error) {
        // Released in the meantime.
        if (!sizes.has(handle)) return null
        throw error
      }
    },
    stream(handle) {
      const path = pathOf(handle)
      return path === null ? null : createReadStream(path)
    },
    path: pathOf,
    async createBy(write) {
      const handle = randomUUID()
      const path = join(folder, handle)
      let isWritten = false
      try {
        isWritten = await write(path)
        if (isWritten) sizes.set(handle, (await stat(path)).size)
      } finally {
        if (!isWritten) await rm(path, { force: true })
      }
      return isWritten ? handle : null
    },
    async release(handle) {
      const path = pathOf(handle)
      sizes.delete(handle)
      if (path !== null) await rm(path, { force: true })
    },
    clear() {
      sizes.clear()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function fileBodyWriter(handle: string, file: FileHandle, sizes: Map<string, number>): BodyWriter {
  return {
    handle,
    async write(bytes) {
      await file.writeFile(bytes)
      if (sizes.has(handle)) sizes.set(handle, (sizes.get(handle) ?? 0) + bytes.byteLength)
    },
    close: () => file.close(),
  }
}

async function readRange(path: string, offset: number, lengthBytes: number): Promise<Uint8Array> {
  const file = await open(path, 'r')
  try {
    const buffer = new Uint8Array(lengthBytes)
    let filled = 0
    while (filled < lengthBytes) {
      const { bytesRead } = await file.read(buffer, filled, lengthBytes - filled, offset + filled)
      if (bytesRead === 0) break
      filled += bytesRead
    }
    return buffer.subarray(0, filled)
  } finally {
    await file.close()
  }
}
