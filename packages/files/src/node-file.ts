import { type FileHandle, readlink, realpath, stat } from 'node:fs/promises'
import { fileInfo } from './file-info.ts'
import type { FileInfo, OpenFile } from './file-system.ts'

/** A file opened by Node. */
export class NodeFile implements OpenFile {
  readonly #handle: FileHandle
  readonly #path: string

  /** @param path the path by which the handle was opened */
  constructor(handle: FileHandle, path: string) {
    this.#handle = handle
    this.#path = path
  }

  async readAt(buffer: Uint8Array, positionBytes: number): Promise<number> {
    let filledBytes = 0
    while (filledBytes < buffer.byteLength) {
      const leftBytes = buffer.byteLength - filledBytes
      const position = positionBytes + filledBytes
      const { bytesRead } = await this.#handle.read(buffer, filledBytes, leftBytes, position)
      if (bytesRead === 0) break
      filledBytes += bytesRead
    }
    return filledBytes
  }

  write(bytes: Uint8Array): Promise<void> {
    return this.#handle.writeFile(bytes)
  }

  truncate(lengthBytes: number): Promise<void> {
    return this.#handle.truncate(lengthBytes)
  }

  async info(): Promise<FileInfo> {
    return fileInfo(await this.#handle.stat())
  }

  async realPath(): Promise<string | null> {
    const named = await this.#pathOfDescriptor().catch(() => realpath(this.#path))
    // By now the name may lead elsewhere, or belong to a removed file.
    const [own, there, again] = await Promise.all([
      this.info(),
      stat(named).catch(() => null),
      realpath(named).catch(() => null),
    ])
    return there !== null && fileInfo(there).identity === own.identity && again === named ? named : null
  }

  setMode(mode: number): Promise<void> {
    return this.#handle.chmod(mode)
  }

  sync(): Promise<void> {
    return this.#handle.sync()
  }

  close(): Promise<void> {
    return this.#handle.close()
  }

  /** Only Linux knows the file of a descriptor. */
  async #pathOfDescriptor(): Promise<string> {
    return readlink(`/proc/self/fd/${this.#handle.fd}`)
  }
}
