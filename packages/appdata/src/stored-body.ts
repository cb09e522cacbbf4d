import { constants, createReadStream } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'

/** To make and delete the file of a body takes longer than many an exchange, so a small body has none. */
export const maxKeptBodyBytes = 64 * 1024

/** What all bodies in memory may come to; the next one is a file however small it is. */
const maxKeptBytes = 16 * 1024 * 1024

/** How much is left of {@link maxKeptBytes}. */
export class MemoryBudget {
  #leftBytes = maxKeptBytes

  /** False where so much is not left. */
  take(bytes: number): boolean {
    if (bytes > this.#leftBytes) return false
    this.#leftBytes -= bytes
    return true
  }

  giveBack(bytes: number): void {
    this.#leftBytes += bytes
  }
}

/**
 * One body: in memory while it is small, from then on the file of its name in the folder. Writes come
 * one after the other.
 */
export class StoredBody {
  readonly #folder: string
  readonly #handle: string
  readonly #budget: MemoryBudget
  /** Null once the file has it all. */
  #kept: Buffer[] | null = []
  #keptBytes = 0
  #sizeBytes = 0
  #file: Promise<FileHandle> | null = null
  #isReleased = false

  constructor(folder: string, handle: string, budget: MemoryBudget) {
    this.#folder = folder
    this.#handle = handle
    this.#budget = budget
  }

  get sizeBytes(): number {
    return this.#sizeBytes
  }

  /** Of a body that was released it keeps nothing. */
  async write(bytes: Uint8Array): Promise<void> {
    if (this.#isReleased) return
    if (this.#kept !== null && this.#mayKeep(bytes.byteLength)) {
      // A copy: the bytes may be a piece of a far larger buffer.
      this.#kept.push(Buffer.from(bytes))
      this.#keptBytes += bytes.byteLength
    } else {
      const file = await this.#openFile()
      if (this.#kept !== null) await file.writeFile(Buffer.concat(this.#kept))
      this.#dropKept()
      await file.writeFile(bytes)
    }
    this.#sizeBytes += bytes.byteLength
  }

  async close(): Promise<void> {
    await (await this.#file)?.close()
  }

  /** Up to `maxBytes` from `offset`; fewer at the end. */
  async read(offset: number, maxBytes: number): Promise<Uint8Array> {
    const start = Math.max(0, offset)
    const lengthBytes = Math.max(0, Math.min(maxBytes, this.#sizeBytes - start))
    if (this.#kept === null) return readRange(this.#path, start, lengthBytes)
    return Buffer.concat(this.#kept).subarray(start, start + lengthBytes)
  }

  stream(): Readable {
    return this.#kept === null ? createReadStream(this.#path) : Readable.from(Buffer.concat(this.#kept))
  }

  /** Deletes it; what is still written to it goes nowhere. */
  async release(): Promise<void> {
    this.#isReleased = true
    this.#dropKept()
    if (this.#file === null) return
    await this.#file.catch(() => {})
    await rm(this.#path, { force: true })
  }

  get #path(): string {
    return join(this.#folder, this.#handle)
  }

  #mayKeep(bytes: number): boolean {
    return this.#keptBytes + bytes <= maxKeptBodyBytes && this.#budget.take(bytes)
  }

  #openFile(): Promise<FileHandle> {
    this.#file ??= open(this.#path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600)
    return this.#file
  }

  #dropKept(): void {
    this.#kept = null
    this.#budget.giveBack(this.#keptBytes)
    this.#keptBytes = 0
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
