import { dirname, join } from 'node:path'
import type { FileSystem, OpenFile } from './file-system.ts'
import { renamePatiently } from './rename-patiently.ts'
import { temporaryFileName } from './temporary-file-name.ts'

/** Text is written in pieces of about this size. */
const pieceCharacters = 64 * 1024

/** A text that grows slowly is written at least this often, so that its file does not look like one of an ended process. */
const longestWaitMs = 10_000

/**
 * A text that grows piece by piece on the disk and whose beginning is known only at the end, so it needs no
 * memory, however long it gets. The target file is complete or absent.
 */
export class SpooledFile {
  readonly #files: FileSystem
  readonly #path: string
  readonly #file: OpenFile
  #waiting = ''
  #writtenAtMs = performance.now()
  #isEnded = false

  private constructor(files: FileSystem, path: string, file: OpenFile) {
    this.#files = files
    this.#path = path
    this.#file = file
  }

  /**
   * Creates one in a folder.
   * @throws the system's error if the folder does not accept a file
   */
  static async open(files: FileSystem, folder: string): Promise<SpooledFile> {
    const path = join(folder, temporaryFileName())
    return new SpooledFile(files, path, await files.open(path, 'createNew', 0o600))
  }

  async append(text: string): Promise<void> {
    this.#waiting += text
    const isDue = performance.now() - this.#writtenAtMs >= longestWaitMs
    if (isDue || this.#waiting.length >= pieceCharacters) await this.#flush()
  }

  /** Writes the text to `path` between a head and a foot, replacing an existing file, and ends it. */
  async finish(path: string, head: string, foot: string): Promise<void> {
    const whole = join(dirname(path), temporaryFileName())
    try {
      const target = await this.#files.open(whole, 'createNew', 0o666)
      try {
        await this.writeTo(head, foot, bytes => target.write(bytes))
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

  /** Passes on the text between a head and a foot, piece by piece, and ends it. */
  async writeTo(head: string, foot: string, write: (bytes: Uint8Array) => Promise<void>): Promise<void> {
    try {
      await this.#flush()
      await write(new TextEncoder().encode(head))
      for await (const piece of this.#files.stream(this.#path)) await write(piece)
      await write(new TextEncoder().encode(foot))
    } finally {
      await this.discard()
    }
  }

  /** Deletes the text unless it has already ended. */
  async discard(): Promise<void> {
    if (this.#isEnded) return
    this.#isEnded = true
    await this.#file.close()
    await this.#files.removeFile(this.#path)
  }

  async #flush(): Promise<void> {
    const text = this.#waiting
    this.#waiting = ''
    this.#writtenAtMs = performance.now()
    if (text !== '') await this.#file.write(new TextEncoder().encode(text))
  }
}
