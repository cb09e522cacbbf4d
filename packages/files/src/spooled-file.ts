import { dirname, join } from 'node:path'
import type { FileSystem, OpenFile } from './file-system.ts'
import { renamePatiently } from './rename-patiently.ts'
import { temporaryFileName } from './temporary-file-name.ts'

/** Text is written in pieces of about this size. */
const pieceCharacters = 64 * 1024

/**
 * A text that grows piece by piece on the disk, whose beginning is known only at the end; so it needs no
 * memory, however long it gets. It stands in its place whole or not at all.
 */
export class SpooledFile {
  readonly #files: FileSystem
  readonly #path: string
  readonly #file: OpenFile
  #waiting = ''
  #isEnded = false

  private constructor(files: FileSystem, path: string, file: OpenFile) {
    this.#files = files
    this.#path = path
    this.#file = file
  }

  /** Begins one in a folder. @throws the system's error where the folder takes no file */
  static async open(files: FileSystem, folder: string): Promise<SpooledFile> {
    const path = join(folder, temporaryFileName())
    return new SpooledFile(files, path, await files.open(path, 'createNew', 0o600))
  }

  async append(text: string): Promise<void> {
    this.#waiting += text
    if (this.#waiting.length >= pieceCharacters) await this.#flush()
  }

  /** Puts it at `path` between a head and a foot, over what is there, and ends it. */
  async finish(path: string, head: string, foot: string): Promise<void> {
    const whole = join(dirname(path), temporaryFileName())
    try {
      const target = await this.#files.open(whole, 'createNew', 0o666)
      try {
        await this.pour(head, foot, bytes => target.write(bytes))
        await target.sync()
      } finally {
        await target.close()
      }
      await renamePatiently(this.#files, whole, path)
    } catch (error) {
      await this.#files.removeFile(whole).catch(() => {})
      await this.discard()
      throw error
    }
  }

  /** Gives all of it, between a head and a foot, piece by piece, and ends it. */
  async pour(head: string, foot: string, write: (bytes: Uint8Array) => Promise<void>): Promise<void> {
    try {
      await this.#flush()
      await write(new TextEncoder().encode(head))
      for await (const piece of this.#files.stream(this.#path)) await write(piece)
      await write(new TextEncoder().encode(foot))
    } finally {
      await this.discard()
    }
  }

  /** Ends it, where it has not ended; nothing of it stays. */
  async discard(): Promise<void> {
    if (this.#isEnded) return
    this.#isEnded = true
    await this.#file.close()
    await this.#files.removeFile(this.#path)
  }

  async #flush(): Promise<void> {
    const text = this.#waiting
    this.#waiting = ''
    if (text !== '') await this.#file.write(new TextEncoder().encode(text))
  }
}
