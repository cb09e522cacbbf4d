import { randomUUID } from 'node:crypto'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { errorCodeOf, type FileSystem, OneAfterTheOther } from '@parley/files'
import type { AppDatabase } from './database/app-database.ts'
import type { IdentityRow } from './database/identities-table.ts'
import type { WorkspaceRow } from './database/workspaces-table.ts'

/** A workspace whose folder is not there any more. */
export interface LostWorkspace {
  readonly key: string
  readonly entries: readonly IdentityRow[]
}

/** Finds out which of the lost workspaces a folder holds now; null for none of them. */
export type RecogniseWorkspace = (lost: readonly LostWorkspace[]) => Promise<string | null>

/**
 * Which key the app data has for the workspace in a folder. A folder within the app data is known by its path there,
 * so that the app data may be moved or copied as a whole; any other by its path, or by its content once it was moved.
 */
export class WorkspaceKeys {
  readonly #folder: string
  readonly #database: AppDatabase
  readonly #files: FileSystem
  readonly #queue = new OneAfterTheOther()

  /** @param folder of the app data */
  constructor(folder: string, database: AppDatabase, files: FileSystem) {
    this.#folder = resolve(folder)
    this.#database = database
    this.#files = files
  }

  /** Returns the key of a folder, a new one for a folder that nothing is known of. */
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

  /** Versions before kept the whole path, also of the folder in which the app data was when it was copied. */
  #isFormerly(row: WorkspaceRow, folder: string, stored: string): boolean {
    if (!isAbsolute(row.folder)) return false
    if (row.folder === resolve(folder)) return true
    return stored.startsWith('./workspaces/') && row.folder.split(sep).join('/').endsWith(stored.slice(1))
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

  /** A folder that cannot be looked at, as on a disk that is not connected well, is not taken to be lost. */
  async #isThere(folder: string): Promise<boolean> {
    try {
      return (await this.#files.linkInfo(folder)) !== null
    } catch (error) {
      if (errorCodeOf(error) === '') throw error
      return true
    }
  }
}

/** A folder as the app data keeps it: one within it relative to it, with `./workspaces/` in front. */
export function storedFolder(appDataFolder: string, folder: string): string {
  const path = relative(resolve(appDataFolder), resolve(folder))
  const isWithin = path !== '' && !isAbsolute(path) && path.split(sep)[0] !== '..'
  return isWithin ? `./workspaces/${path.split(sep).join('/')}` : resolve(folder)
}

/** The path of a {@link storedFolder}. */
export function absoluteFolder(appDataFolder: string, stored: string): string {
  return stored.startsWith('./workspaces/')
    ? join(resolve(appDataFolder), ...stored.slice(2).split('/'))
    : stored
}
