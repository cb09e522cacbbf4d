import type { AppDatabase } from '../database/app-database.ts'
import type { FileBatch, IdentifiedFile } from '../database/identities-table.ts'

/**
 * Which internal id belongs to which file of a workspace: run history, drafts, secrets and tokens hang on
 * it, and no id stands in the files (product decisions, Identity).
 */
export class FileIdentities {
  readonly #database: AppDatabase

  constructor(database: AppDatabase) {
    this.#database = database
  }

  /**
   * The ids of the files that one batch of file events found, in their order. A new file that equals one that
   * is gone in the same batch is that one, moved; one that comes back to its path is itself; any other is new.
   */
  identify(batch: FileBatch): Promise<readonly IdentifiedFile[]> {
    return this.#database.run('identifyFiles', batch)
  }

  /** To be called in the same step in which Parley itself moves a file, or a folder with all below it. */
  move(from: string, to: string, now: number): Promise<void> {
    return this.#database.run('movePath', from, to, now)
  }

  /** Null where no file of this path is known. */
  idOf(path: string): Promise<string | null> {
    return this.#database.run('readIdentity', path)
  }

  /** Forgets the files that are gone for more than seven days: what hangs on the ids given back may go too. */
  expire(now: number): Promise<readonly string[]> {
    return this.#database.run('expireIdentities', now)
  }
}
