import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type FileSystem, type OpenFile, privateFileMode } from '@parley/files'

/** Creating and deleting a file takes longer than many exchanges, so smaller bodies have none. */
export const maxKeptBodyBytes = 64 * 1024

/** The total size of all bodies in memory; further bodies are files, however small they are. */
const maxKeptBytes = 16 * 1024 * 1024

const copiedPieceBytes = 1024 * 1024

/** Tracks how much of {@link maxKeptBytes} is left. */
export class MemoryBudget {
  #leftBytes = maxKeptBytes

  /** Returns false if that much is not left. */
  take(bytes: number): boolean {
    if (bytes > this.#leftBytes) return false
    this.#leftBytes -= bytes
    return true
  }

  release(bytes: number): void {
    this.#leftBytes += bytes
  }
}

/**
 * One body: in memory while it is small, then in a file of its name in the folder. Writes run one after
 * another.
 */
export class StoredBody {
  readonly #files: FileSystem
  readonly #folder: string
  readonly #handle: string
  readonly #budget: MemoryBudget
  /** The content in memory; null once all of it is in the file. */
  #kept: Buffer[] | null = []
  #keptBytes = 0
  #sizeBytes = 0
  /** Of a file that another thread writes. */
  #writtenBytes: (() => number) | null = null
  #file: Promise<OpenFile> | null = null
  #isReleased = false
  #isClosed = false
  /** The last operation on the file; operations run one after another. */
  #last: Promise<void> = Promise.resolve()
  #isMoving = false
  /** Resolves with the next change; null while nobody waits for it. */
  #change: PromiseWithResolvers<void> | null = null

  constructor(files: FileSystem, folder: string, handle: string, budget: MemoryBudget) {
    this.#files = files
    this.#folder = folder
    this.#handle = handle
    this.#budget = budget
  }

  /** Returns a body whose file already exists. */
  static async ofFile(
    files: FileSystem,
    folder: string,
    handle: string,
    budget: MemoryBudget,
  ): Promise<StoredBody> {
    const body = new StoredBody(files, folder, handle, budget)
    body.#kept = null
    body.#isClosed = true
    body.#sizeBytes = (await files.info(body.#path))?.sizeBytes ?? 0
    return body
  }

  /** Returns a body whose file another thread writes. */
  static ofGrowingFile(
    files: FileSystem,
    folder: string,
    handle: string,
    budget: MemoryBudget,
    writtenBytes: () => number,
  ): StoredBody {
    const body = new StoredBody(files, folder, handle, budget)
    body.#kept = null
    body.#isClosed = true
    body.#writtenBytes = writtenBytes
    return body
  }

  get sizeBytes(): number {
    return this.#writtenBytes?.() ?? this.#sizeBytes
  }

  /** Appends bytes; a released body ignores them. */
  async write(bytes: Uint8Array): Promise<void> {
    if (this.#isReleased) return
    if (this.#kept !== null && !this.#isMoving && this.#mayKeep(bytes.byteLength)) {
      // Copied, because the bytes may be a part of a far larger buffer.
      this.#kept.push(Buffer.from(bytes))
      this.#keptBytes += bytes.byteLength
    } else {
      await this.#move(async file => file.write(bytes))
    }
    this.#sizeBytes += bytes.byteLength
    this.#notify()
  }

  /** Resolves when the body has grown, was closed or was released; at once if it is closed or released. */
  changed(): Promise<void> {
    if (this.#isClosed || this.#isReleased) return Promise.resolve()
    this.#change ??= Promise.withResolvers()
    return this.#change.promise
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#notify()
    await this.#last.catch(() => {})
    await (await this.#file)?.close()
  }

  /** Returns the path of a file with the whole content. */
  async toFile(): Promise<string> {
    if (this.#kept !== null) {
      const wasClosed = this.#isClosed
      await this.#move(async file => {
        if (wasClosed) await file.close()
      })
    }
    return this.#path
  }

  /** Copies the present content into a new file; a release waits for it. */
  copyTo(path: string): Promise<void> {
    const kept = this.#kept === null || this.#isMoving ? null : Buffer.concat(this.#kept)
    // If a full disk prevented writing the file, the content is still in memory.
    const present = () => (this.#kept === null ? null : Buffer.concat(this.#kept))
    const copying = this.#last.then(() => this.#copy(kept ?? present(), path))
    this.#last = copying.catch(() => {})
    return copying
  }

  /** Returns up to `maxBytes` from `offset`; fewer at the end. */
  async read(offset: number, maxBytes: number): Promise<Uint8Array> {
    const start = Math.max(0, offset)
    const lengthBytes = Math.max(0, Math.min(maxBytes, this.sizeBytes - start))
    if (lengthBytes === 0) return new Uint8Array()
    if (this.#kept === null) return this.#readRange(start, lengthBytes)
    return Buffer.concat(this.#kept).subarray(start, start + lengthBytes)
  }

  stream(): Readable {
    return this.#kept === null ? this.#files.stream(this.#path) : Readable.from(Buffer.concat(this.#kept))
  }

  /** Deletes the body; later writes are ignored. */
  async release(): Promise<void> {
    const hasFile = this.#kept === null || this.#isMoving
    this.#isReleased = true
    this.#notify()
    this.#dropKept()
    if (!hasFile) return
    await this.#last.catch(() => {})
    await this.#files.removeFile(this.#path)
  }

  #notify(): void {
    this.#change?.resolve()
    this.#change = null
  }

  get #path(): string {
    return join(this.#folder, this.#handle)
  }

  #mayKeep(bytes: number): boolean {
    return this.#keptBytes + bytes <= maxKeptBodyBytes && this.#budget.take(bytes)
  }

  /** Writes the content in memory to the file, then runs an action on the file. */
  #move(then: (file: OpenFile) => Promise<void>): Promise<void> {
    this.#isMoving = true
    const moving = this.#last.then(async () => {
      const file = await this.#openFile()
      if (this.#kept !== null) await file.write(Buffer.concat(this.#kept))
      this.#dropKept()
      await then(file)
    })
    this.#last = moving.catch(() => {})
    return moving
  }

  #openFile(): Promise<OpenFile> {
    this.#file ??= this.#files.open(this.#path, 'createNew', privateFileMode)
    return this.#file
  }

  #dropKept(): void {
    this.#kept = null
    this.#budget.release(this.#keptBytes)
    this.#keptBytes = 0
  }

  async #copy(kept: Uint8Array | null, path: string): Promise<void> {
    const target = await this.#files.open(path, 'createNew', privateFileMode)
    try {
      if (kept !== null) await target.write(kept)
      for (let offset = 0; kept === null && offset < this.#sizeBytes; ) {
        const piece = await this.#readRange(offset, Math.min(copiedPieceBytes, this.#sizeBytes - offset))
        if (piece.byteLength === 0) throw new Error('A body is shorter than was written')
        await target.write(piece)
        offset += piece.byteLength
      }
    } finally {
      await target.close()
    }
  }

  async #readRange(offset: number, lengthBytes: number): Promise<Uint8Array> {
    const file = await this.#files.open(this.#path, 'read')
    try {
      const buffer = new Uint8Array(lengthBytes)
      return buffer.subarray(0, await file.readAt(buffer, offset))
    } finally {
      await file.close()
    }
  }
}
