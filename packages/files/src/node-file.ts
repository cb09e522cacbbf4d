import type { FileHandle } from 'node:fs/promises'
import { fileInfo } from './file-info.ts'
import type { FileInfo, OpenFile } from './file-system.ts'

/** A file that Node has open. */
export class NodeFile implements OpenFile {
  readonly #handle: FileHandle

  constructor(handle: FileHandle) {
    this.#handle = handle
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

  setMode(mode: number): Promise<void> {
    return this.#handle.chmod(mode)
  }

  sync(): Promise<void> {
    return this.#handle.sync()
  }

  close(): Promise<void> {
    return this.#handle.close()
  }
}
