import { randomUUID } from 'node:crypto'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { errorCodeOf, type FileSystem, OneAfterTheOther } from '@parley/files'
import type { AppDatabase } from './database/app-database.ts'
import type { IdentityRow } from './database/identities-table.ts'
import type { WorkspaceRow } from './database/workspaces-table.ts'

/** A workspace whose folder no longer exists. */
export interface LostWorkspace {
  readonly key: string
  readonly entries: readonly IdentityRow[]
}

/** Finds out which lost workspace a folder contains; null: none of them. */
export type RecogniseWorkspace = (lost: readonly LostWorkspace[]) => Promise<string | null>

/**
 * Maps the folders of workspaces to keys in the app data. A folder within the app data is identified by its
 * relative path, so that the app data may be moved or copied as a whole; any other folder by its path, or by
 * its content after a move.
 */
export class WorkspaceKeys {
  readonly #folder: string
  readonly #database: AppDatabase
  readonly #files: FileSystem
  readonly #queue = new OneAfterTheOther()

  /** @param folder the folder of the app data */
  constructor(folder: string, database: AppDatabase, files: FileSystem) {
    this.#folder = resolve(folder)
    this.#database = database
    this.#files = files
  }

  /** Returns the key of a folder, or a new key for an unknown folder. */
  keyOf(folder: string, recognise: RecogniseWorkspace): Promise<string> {
    return this.#queue.run('', async () => {
      const rows = await this.#database.run('readWorkspaces')
      const stored = storedFolder(this.#folder, folder)
      const known =
        rows.find(row => row.folder === stored) ?? rows.find(row => this.#isFormerly(row, folder, stored))
      const key = known?.key ?? (await recognise(await this.#lost(rows))) ?? randomUUID()
      if (known?.folder !== stored) await this.#database.run('writeWorkspace', { key, folder: stored })
      return key
    })
  }

  /**
   * Returns whether a row has the whole path, which earlier versions stored, even of the folder from which
   * the app data was copied.
   */
  #isFormerly(row: WorkspaceRow, folder: string, stored: string): boolean {
    if (!isAbsolute(row.folder)) return false
    if (row.folder === resolve(folder)) return true
    return stored.startsWith('./') && row.folder.split(sep).join('/').endsWith(stored.slice(1))
  }

  async #lost(rows: readonly WorkspaceRow[]): Promise<readonly LostWorkspace[]> {
    const lost: LostWorkspace[] = []
    for (const { key, folder } of rows) {
      if (await this.#isThere(absoluteFolder(this.#folder, folder))) continue
      const { entries } = await this.#database.run('readIdentities', key)
      lost.push({ key, entries })
    }
    return lost
  }

  /**
   * Returns whether a folder exists; an inaccessible one, for example on a disconnected disk, is not
   * considered lost.
   */
  async #isThere(folder: string): Promise<boolean> {
    try {
      return (await this.#files.linkInfo(folder)) !== null
    } catch (error) {
      if (errorCodeOf(error) === '') throw error
      return true
    }
  }
}

/**
 * Returns a folder as stored in the app data: one within it as a relative path beginning with `./`.
 */
export function storedFolder(appDataFolder: string, folder: string): string {
  const path = relative(resolve(appDataFolder), resolve(folder))
  const isWithin = path !== '' && !isAbsolute(path) && path.split(sep)[0] !== '..'
  return isWithin ? `./${path.split(sep).join('/')}` : resolve(folder)
}

/** Returns the path of a {@link storedFolder}. */
export function absoluteFolder(appDataFolder: string, stored: string): string {
  return stored.startsWith('./') ? join(resolve(appDataFolder), ...stored.slice(2).split('/')) : stored
}
