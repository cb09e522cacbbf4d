import { join } from 'node:path'
import { type FileSystem, privateFolderMode } from '@parley/files'
import type { FileBodyStore } from '../file-body-store.ts'

/** Stores the response bodies of the history and of runs, one file each. */
export class HistoryBodies {
  readonly folder: string
  readonly #files: FileSystem

  constructor(appDataFolder: string, files: FileSystem) {
    this.folder = join(appDataFolder, historyBodiesFolderName)
    this.#files = files
  }

  /**
   * Creates the folder, and removes files that nothing names, which a kill may have left.
   * @param recoveredAt when a damaged database was repaired, or null; after a repair such files are set aside
   * instead
   */
  async open(named: readonly string[], recoveredAt: number | null): Promise<void> {
    await this.#files.makeFolder(this.folder, privateFolderMode)
    const known = new Set(named)
    const orphans = (await this.#files.list(this.folder)).filter(({ name }) => !known.has(name))
    if (recoveredAt === null) return this.remove(orphans.map(({ name }) => name))
    const aside = `${this.folder}.damaged-${recoveredAt}`
    if (orphans.length > 0) await this.#files.makeFolder(aside, privateFolderMode)
    for (const { name } of orphans) await this.#files.rename(join(this.folder, name), join(aside, name))
  }

  /**
   * Copies a body of the store. Returns false if the store does not know it. Rejects without leaving a file
   * behind.
   */
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

  /** Removes files; a failure is retried at the next start. */
  async remove(names: readonly string[]): Promise<void> {
    await Promise.all(names.map(name => this.#files.removeFile(join(this.folder, name)).catch(() => {})))
  }

  /** Returns the number of files and their total size. */
  async measure(): Promise<{ readonly count: number; readonly sizeBytes: number }> {
    const entries = await this.#files.list(this.folder)
    const infos = await this.#files.linkInfos(entries.map(({ name }) => join(this.folder, name)))
    return {
      count: entries.length,
      sizeBytes: infos.reduce((sum, info) => sum + (info?.sizeBytes ?? 0), 0),
    }
  }
}

/** The name of the app data's folder with the response bodies of the history and of runs. */
const historyBodiesFolderName = 'history-bodies'
