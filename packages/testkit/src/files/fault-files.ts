import { setImmediate } from 'node:timers/promises'
import type { FileAccess, FileSystem, FolderWatch, OpenFile } from '@parley/files'
import { type KeptChanges, UnsyncedChanges } from './unsynced-changes.ts'

/** The operations that can be counted, failed and stopped, including those of open files and of stores. */
export type FileOperation =
  | Exclude<keyof FileSystem, 'stream' | 'watch'>
  | 'write'
  | 'truncate'
  | 'setMode'
  | 'sync'
  | 'close'
  | 'store'

/** The error of every operation once the process counts as killed. */
export class StoppedError extends Error {
  constructor() {
    super('The process was stopped here')
  }
}

interface Fault {
  readonly matches: (operation: FileOperation, path: string, index: number) => boolean
  readonly code: string
  leftTimes: number
}

/**
 * Files that fail on demand (attacks ST2, ST4, ST15): the N-th operation with a code, all matching
 * operations, or all from a moment on as if the process had been killed. Other operations are passed to the
 * underlying files.
 */
export class FaultFiles implements FileSystem {
  readonly #files: FileSystem
  #faults: Fault[] = []
  #stopsAt = Number.POSITIVE_INFINITY
  #unsynced: UnsyncedChanges | null = null
  #log: { operation: FileOperation; path: string }[] = []
  #watchFault: string | null = null
  /** Operations that the system has begun: they end also after the process was killed. */
  readonly #begun = new Set<Promise<unknown>>()

  constructor(files: FileSystem) {
    this.#files = files
  }

  /** Returns the operations so far, in order. */
  get log(): readonly { readonly operation: FileOperation; readonly path: string }[] {
    return this.#log
  }

  /** Fails the operation with this index, counted from 0 since the object was created. */
  failAt(index: number, code: string): void {
    this.#faults.push({ matches: (_, __, at) => at === index, code, leftTimes: 1 })
  }

  /** Fails the next `times` operations of a kind on paths with this ending. */
  failNext(operation: FileOperation, code: string, times = 1, pathEnd = ''): void {
    const matches: Fault['matches'] = (one, path) => one === operation && path.endsWith(pathEnd)
    this.#faults.push({ matches, code, leftTimes: times })
  }

  /** Makes every new watch fail, or work again. */
  failWatches(code: string | null): void {
    this.#watchFault = code
  }

  /** Simulates that the process is killed before the operation with this index: half of a write is done. */
  stopAt(index: number): void {
    this.#stopsAt = index
  }

  /** Starts to record which changes in a folder are not yet durable on the disk. */
  async followPower(folder: string): Promise<void> {
    this.#unsynced = await UnsyncedChanges.of(this.#files, folder)
  }

  /**
   * Simulates a power failure in the recorded folder, once the operations that have begun are done: keeps a random subset of
   * unsynced content and names.
   */
  async cutPower(random: () => number, kept?: KeptChanges): Promise<void> {
    this.stopAt(0)
    while (this.#begun.size > 0) await Promise.allSettled(this.#begun)
    // What is recorded behind an operation that ended just now.
    await setImmediate()
    await this.#unsynced?.cutPower(random, kept)
  }

  /** Counts an operation of something other than files, such as a database, among the file operations. */
  store<Value>(name: string, act: () => Promise<Value>): Promise<Value> {
    return this.#do('store', name, act)
  }

  async open(path: string, access: FileAccess, mode?: number): Promise<OpenFile> {
    const file = await this.#do('open', path, () => this.#files.open(path, access, mode))
    if (access === 'createNew') this.#unsynced?.make(path)
    return this.#faultFile(path, file)
  }

  read(path: string) {
    return this.#do('read', path, () => this.#files.read(path))
  }

  readHeads(paths: readonly string[], maxBytes: number) {
    return this.#do('readHeads', paths[0] ?? '', () => this.#files.readHeads(paths, maxBytes))
  }

  readStarts(paths: readonly string[], maxBytes: number) {
    return this.#do('readStarts', paths[0] ?? '', () => this.#files.readStarts(paths, maxBytes))
  }

  stream(path: string) {
    return this.#files.stream(path)
  }

  info(path: string) {
    return this.#do('info', path, () => this.#files.info(path))
  }

  linkInfo(path: string) {
    return this.#do('linkInfo', path, () => this.#files.linkInfo(path))
  }

  linkInfos(paths: readonly string[]) {
    return this.#do('linkInfos', paths[0] ?? '', () => this.#files.linkInfos(paths))
  }

  list(path: string) {
    return this.#do('list', path, () => this.#files.list(path))
  }

  realPath(path: string) {
    return this.#do('realPath', path, () => this.#files.realPath(path))
  }

  isReadable(path: string) {
    return this.#do('isReadable', path, () => this.#files.isReadable(path))
  }

  async makeFolder(path: string, mode?: number): Promise<void> {
    await this.#do('makeFolder', path, () => this.#files.makeFolder(path, mode))
    this.#unsynced?.makeFolder(path)
  }

  async rename(from: string, to: string): Promise<void> {
    await this.#do('rename', from, () => this.#files.rename(from, to))
    this.#unsynced?.rename(from, to)
  }

  async link(from: string, to: string): Promise<void> {
    await this.#do('link', from, () => this.#files.link(from, to))
    this.#unsynced?.link(from, to)
  }

  async removeFile(path: string): Promise<void> {
    await this.#do('removeFile', path, () => this.#files.removeFile(path))
    this.#unsynced?.remove(path)
  }

  async removeFolder(path: string): Promise<void> {
    await this.#do('removeFolder', path, () => this.#files.removeFolder(path))
    this.#unsynced?.remove(path)
  }

  async syncFolder(path: string): Promise<void> {
    await this.#do('syncFolder', path, () => this.#files.syncFolder(path))
    this.#unsynced?.syncFolder(path)
  }

  watch(path: string, onChange: () => void, onError: (error: unknown) => void): FolderWatch {
    if (this.#watchFault !== null) throw systemError(this.#watchFault, path)
    return this.#files.watch(path, onChange, onError)
  }

  #faultFile(path: string, file: OpenFile): OpenFile {
    const tracked = this.#unsynced?.opened(path)
    return {
      readAt: (buffer, positionBytes) => this.#do('read', path, () => file.readAt(buffer, positionBytes)),
      info: () => this.#do('info', path, () => file.info()),
      realPath: () => this.#do('realPath', path, () => file.realPath()),
      setMode: mode => this.#do('setMode', path, () => file.setMode(mode)),
      write: async bytes => {
        const isLast = this.#log.length === this.#stopsAt
        // When a process is killed during a write, the bytes already passed to the system are kept.
        const half = bytes.subarray(0, Math.floor(bytes.byteLength / 2))
        if (isLast) await file.write(half)
        await this.#do('write', path, () => file.write(bytes))
        tracked?.write(bytes)
      },
      truncate: async lengthBytes => {
        await this.#do('truncate', path, () => file.truncate(lengthBytes))
        tracked?.truncate(lengthBytes)
      },
      sync: async () => {
        await this.#do('sync', path, () => file.sync())
        tracked?.sync()
      },
      // Always closed, because a killed process holds no file.
      close: async () => {
        await file.close()
        await this.#do('close', path, async () => {})
      },
    }
  }

  async #do<Value>(operation: FileOperation, path: string, act: () => Promise<Value>): Promise<Value> {
    const index = this.#log.length
    if (index >= this.#stopsAt) throw new StoppedError()
    this.#log.push({ operation, path })
    const fault = this.#faults.find(one => one.leftTimes > 0 && one.matches(operation, path, index))
    if (fault !== undefined) {
      fault.leftTimes -= 1
      throw systemError(fault.code, path)
    }
    const acting = act()
    this.#begun.add(acting)
    try {
      return await acting
    } finally {
      this.#begun.delete(acting)
    }
  }
}

function systemError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: made up, ${path}`), { code })
}
