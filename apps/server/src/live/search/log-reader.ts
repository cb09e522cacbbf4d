// biome-ignore lint/style/noRestrictedImports: a thread of its own reads a log at one go.
import { closeSync, openSync, readSync } from 'node:fs'
import type { LogFile } from '../message-log.ts'

const windowBytes = 1024 * 1024

/** Reads a log in a thread, through a window: most messages are small and follow one another. */
export class LogReader {
  readonly #files: readonly { readonly descriptor: number; readonly start: number }[]
  #start = 0
  #window: Uint8Array = new Uint8Array()

  /** Opens the files; {@link close} closes them. */
  constructor(files: readonly LogFile[]) {
    this.#files = files.map(({ path, start }) => ({ descriptor: openSync(path, 'r'), start }))
  }

  /** Returns bytes of one message, which are valid until the next call; fewer if the file ends before. */
  read(offset: number, lengthBytes: number): Uint8Array {
    if (offset < this.#start || offset + lengthBytes > this.#start + this.#window.byteLength)
      this.#moveTo(offset, Math.max(lengthBytes, windowBytes))
    return this.#window.subarray(offset - this.#start, offset - this.#start + lengthBytes)
  }

  close(): void {
    for (const { descriptor } of this.#files) closeSync(descriptor)
  }

  #moveTo(offset: number, lengthBytes: number): void {
    const file = this.#files.findLast(({ start }) => start <= offset)
    const window = new Uint8Array(lengthBytes)
    let readBytes = 0
    while (file !== undefined && readBytes < lengthBytes) {
      const position = offset - file.start + readBytes
      const count = readSync(file.descriptor, window, readBytes, lengthBytes - readBytes, position)
      if (count === 0) break
      readBytes += count
    }
    this.#start = offset
    this.#window = window.subarray(0, readBytes)
  }
}
