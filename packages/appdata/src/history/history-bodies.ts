import { join } from 'node:path'
import { type FileSystem, privateFolderMode } from '@parley/files'
import type { FileBodyStore } from '../file-body-store.ts'
import { historyBodiesFolderName } from './history-bodies-folder.ts'

/** The response bodies of the history and of runs: a file for each. */
export class HistoryBodies {
  readonly folder: string
  readonly #files: FileSystem

  constructor(appDataFolder: string, files: FileSystem) {
    this.folder = join(appDataFolder, historyBodiesFolderName)
    this.#files = files
  }

  /** Makes the folder, and removes what nothing names: a kill may have left it. */
  async open(named: readonly string[]): Promise<void> {
    await this.#files.makeFolder(this.folder, privateFolderMode)
    const known = new Set(named)
    const orphans = (await this.#files.list(this.folder)).filter(({ name }) => !known.has(name))
    await this.remove(orphans.map(({ name }) => name))
  }

  /** Copies a body of the store. False where the store does not know it. Rejects with nothing left behind. */
  async keep(handle: string, name: string, bodies: Pick<FileBodyStore, 'copyTo'>): Promise<boolean> {
    try {
      return await bodies.copyTo(handle, join(this.folder, name))
    } catch (error) {
      await this.remove([name])
      throw error
    }
  }

  async has(name: string): Promise<boolean> {
    return (await this.#files.linkInfo(join(this.folder, name)))?.kind === 'file'
  }

  /** What cannot be removed is removed at the next start. */
  async remove(names: readonly string[]): Promise<void> {
    await Promise.all(names.map(name => this.#files.removeFile(join(this.folder, name)).catch(() => {})))
  }

  /** How many there are, and what they come to. */
  async measure(): Promise<{ readonly count: number; readonly sizeBytes: number }> {
    const entries = await this.#files.list(this.folder)
    const infos = await this.#files.linkInfos(entries.map(({ name }) => join(this.folder, name)))
    return {
      count: entries.length,
      sizeBytes: infos.reduce((sum, info) => sum + (info?.sizeBytes ?? 0), 0),
    }
  }
}
