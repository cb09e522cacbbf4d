import type { DatabaseSync } from 'node:sqlite'
import { type FileSystem, nodeFiles } from '@parley/files'
import { makeRollingCopy } from './rolling-copy.ts'
import { numberOf } from './row-reader.ts'

const dayMs = 86_400_000
/** A larger database is not copied at the end, because closing should not wait for it. */
const quicklyCopiedBytes = 64 * 1024 * 1024

/** Copies an open database at the start, once a day and at the end, each time only if it has changed. */
export class RollingCopies {
  readonly #database: DatabaseSync
  readonly #folder: string
  readonly #files: FileSystem
  #copied = -1
  #copying: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | null = null

  constructor(database: DatabaseSync, folder: string, files: FileSystem = nodeFiles) {
    this.#database = database
    this.#folder = folder
    this.#files = files
  }

  begin(): void {
    void this.copy()
    this.#timer = setInterval(() => void this.copy(), dayMs)
    this.#timer.unref()
  }

  /**
   * Resolves once a copy was made or has failed: then the older one is kept, and the next one is tried as
   * usual.
   */
  copy(): Promise<void> {
    this.#copying = this.#copying.then(async () => {
      const changes = this.#changes()
      if (changes === this.#copied) return
      try {
        await makeRollingCopy(this.#database, this.#folder, this.#files)
        this.#copied = changes
      } catch {
        // A failure, for example because of a full disk, must not affect the database itself.
      }
    })
    return this.#copying
  }

  async end(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer)
    await this.#copying
    if (this.#sizeBytes() <= quicklyCopiedBytes) await this.copy()
  }

  #changes(): number {
    return numberOf(this.#database.prepare('SELECT total_changes() AS changes').get() ?? {}, 'changes')
  }

  #sizeBytes(): number {
    const row = this.#database
      .prepare('SELECT page_count * page_size AS size FROM pragma_page_count(), pragma_page_size()')
      .get()
    return numberOf(row ?? {}, 'size')
  }
}
