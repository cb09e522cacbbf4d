import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { FileSystem } from '@parley/files'
import { isDamageError, isWhole } from './damage.ts'
import {
  databaseFileName,
  makePrivate,
  removeDatabase,
  rollingCopies,
  syncFile,
  withCompanions,
} from './database-files.ts'
import type { Migration } from './database-schema.ts'
import { inTransaction } from './in-transaction.ts'
import {
  type RecoveryReport,
  readRecoveryReport,
  type TableState,
  writeRecoveryReport,
} from './recovery-report.ts'
import { type SalvagedTable, salvageRows, tablesOf } from './salvage-table.ts'
import { copyRepaired, copyWithLog, readHeader } from './scratch-copy.ts'

const recoveredName = /^parley\.db\.recovered-(\d+)$/

/**
 * Replaces a damaged, emptied or missing database with a new one. The new one contains all rows that can be
 * read from the old file, and, for tables that cannot be read completely, additional rows from the newest
 * rolling copy (attacks SE11). The old file is set aside. After a kill at any time either the old or the new
 * file is in place, and the next start continues.
 */
export async function recoverDatabase(
  folder: string,
  files: FileSystem,
  migrations: readonly Migration[],
): Promise<RecoveryReport> {
  const path = join(folder, databaseFileName)
  const at = await freeTime(path, files)
  const building = `${path}.recovering`
  await removeDatabase(building, files)
  await makePrivate(building, files)
  const copies = await rollingCopies(folder, files)
  const kind = (await files.linkInfo(path))?.kind ?? null
  const rebuilt = await rebuild({ folder, building, copies, files, migrations })
  await syncFile(building, files)
  await files.rename(building, `${path}.recovered-${at}`)
  const setAsidePath = kind === null ? null : `${path}.damaged-${at}`
  await writeRecoveryReport(folder, { at, setAsidePath, ...rebuilt }, files)
  await finishRecovery(folder, files)
  return { at, setAsidePath, ...rebuilt }
}

/** Puts the finished database of an interrupted recovery in place; one without a report is rebuilt. */
export async function finishRecovery(folder: string, files: FileSystem): Promise<void> {
  const names = (await files.list(folder)).map(({ name }) => name).filter(name => recoveredName.test(name))
  if (names.length === 0) return
  const report = await readRecoveryReport(folder, files)
  for (const name of names) {
    const at = Number(recoveredName.exec(name)?.[1])
    if (at === report?.at) await replaceDamaged(folder, at, files)
    else await removeDatabase(join(folder, name), files)
  }
}

async function replaceDamaged(folder: string, at: number, files: FileSystem): Promise<void> {
  const path = join(folder, databaseFileName)
  for (const from of withCompanions(path)) {
    const to = `${path}.damaged-${at}${from.slice(path.length)}`
    if ((await files.linkInfo(from)) !== null) await files.rename(from, to)
  }
  await files.rename(`${path}.recovered-${at}`, path)
  await files.syncFolder(folder)
}

/** Returns a time that no earlier file was set aside with. */
async function freeTime(path: string, files: FileSystem): Promise<number> {
  let at = Date.now()
  while ((await files.linkInfo(`${path}.damaged-${at}`)) !== null) at += 1
  return at
}

interface RebuildParts {
  readonly folder: string
  /** The path of the new database. */
  readonly building: string
  readonly copies: readonly string[]
  readonly files: FileSystem
  readonly migrations: readonly Migration[]
}

async function rebuild(parts: RebuildParts): Promise<Pick<RecoveryReport, 'tables' | 'copiedAt'>> {
  const { folder, building, copies, files, migrations } = parts
  const [copy = null] = copies
  const scratch = join(folder, `${databaseFileName}.salvage`)
  const target = new DatabaseSync(building)
  try {
    const version = await versionOf(join(folder, databaseFileName), copy, parts)
    target.exec('PRAGMA synchronous = OFF')
    for (const migration of migrations.slice(0, version)) migration(target)
    target.exec(`PRAGMA user_version = ${version}`)
    const salvage = new Salvage(target)
    for (const read of readings(join(folder, databaseFileName), scratch, copy, files)) {
      if (salvage.isWhole) break
      if (await read(salvage)) salvage.takeFrom(scratch)
    }
    const copiedAt = copy === null || salvage.isWhole ? null : await salvage.fillFrom(copy, scratch, files)
    return { tables: salvage.states(), copiedAt }
  } finally {
    target.close()
    await removeDatabase(scratch, files)
  }
}

/** Returns the version of the damaged file, which the new one gets too. */
async function versionOf(
  path: string,
  copy: string | null,
  { files, migrations }: RebuildParts,
): Promise<number> {
  for (const file of [path, copy]) {
    if (file === null || (await files.info(file))?.kind !== 'file') continue
    const version = (await readHeader(file, files))?.version ?? 0
    if (version > 0 && version <= migrations.length) return version
  }
  return migrations.length
}

/**
 * Returns the ways to read the damaged file, each as a copy that may be changed; false if there is nothing to
 * read. A log of another database makes an intact file look damaged, so an intact file is tried first without
 * its log.
 */
function readings(
  path: string,
  scratch: string,
  copy: string | null,
  files: FileSystem,
): readonly ((salvage: Salvage) => Promise<boolean>)[] {
  const isThere = async () => {
    const info = await files.info(path)
    return info?.kind === 'file' && info.sizeBytes > 0
  }
  const alone = async () => (await isThere()) && copyRepaired(path, scratch, null, files)
  return [
    async () => (await alone()) && isWholeFile(scratch),
    async () => {
      if (!(await isThere())) return false
      await copyWithLog(path, scratch, files)
      return true
    },
    alone,
    async salvage =>
      salvage.isEmpty && copy !== null && (await isThere()) && copyRepaired(path, scratch, copy, files),
  ]
}

function isWholeFile(path: string): boolean {
  const database = new DatabaseSync(path)
  try {
    return isWhole(database)
  } catch (error) {
    if (isDamageError(error)) return false
    throw error
  } finally {
    database.close()
  }
}

/** Fills the new database with salvaged rows. */
class Salvage {
  readonly #target: DatabaseSync
  readonly #tables: readonly SalvagedTable[]
  readonly #wholeTables = new Set<string>()
  readonly #salvagedTables = new Set<string>()
  readonly #copiedTables = new Set<string>()

  constructor(target: DatabaseSync) {
    this.#target = target
    this.#tables = tablesOf(target)
  }

  /** Returns whether every table was read completely. */
  get isWhole(): boolean {
    return this.#wholeTables.size === this.#tables.length
  }

  /** Returns whether no row was read yet. */
  get isEmpty(): boolean {
    return this.#salvagedTables.size === 0
  }

  states(): Readonly<Record<string, TableState>> {
    return Object.fromEntries(this.#tables.map(({ name }) => [name, this.#stateOf(name)]))
  }

  /** Adds the missing rows from a damaged database. */
  takeFrom(path: string): void {
    const source = new DatabaseSync(path)
    try {
      inTransaction(this.#target, () => {
        for (const table of this.#tables) {
          if (this.#wholeTables.has(table.name)) continue
          const { isWhole: isRead, rows } = this.#copyRows(source, table)
          if (isRead) this.#wholeTables.add(table.name)
          if (rows > 0) this.#salvagedTables.add(table.name)
        }
      })
    } finally {
      source.close()
    }
  }

  /**
   * Adds rows from a rolling copy to the tables that were not read completely.
   * @returns when the copy was made
   */
  async fillFrom(copy: string, scratch: string, files: FileSystem): Promise<number | null> {
    await copyWithLog(copy, scratch, files)
    const source = new DatabaseSync(scratch)
    try {
      const known = new Set(tablesOf(source).map(({ name }) => name))
      inTransaction(this.#target, () => {
        for (const table of this.#tables) {
          if (this.#wholeTables.has(table.name) || !known.has(table.name)) continue
          this.#copyRows(source, table)
          this.#copiedTables.add(table.name)
        }
      })
    } catch (error) {
      // The copy is damaged as well.
      if (!isDamageError(error)) throw error
    } finally {
      source.close()
    }
    return this.#copiedTables.size === 0 ? null : ((await files.info(copy))?.modifiedMs ?? null)
  }

  #stateOf(name: string): TableState {
    if (this.#wholeTables.has(name)) return 'whole'
    if (this.#salvagedTables.has(name)) return 'partial'
    return this.#copiedTables.has(name) ? 'copied' : 'lost'
  }

  #copyRows(
    source: DatabaseSync,
    table: SalvagedTable,
  ): { readonly isWhole: boolean; readonly rows: number } {
    const insert = this.#target.prepare(insertion(table))
    let rows = 0
    let areAllTaken = true
    const isRead = salvageRows(source, table, values => {
      if (isInserted(() => insert.run(...values))) rows += 1
      else areAllTaken = false
    })
    return { isWhole: isRead && areAllTaken, rows }
  }
}

/**
 * Returns the insert statement. An id belongs to one path, so an entry moved after the copy does not get its
 * old path back.
 */
function insertion({ name, columns }: SalvagedTable): string {
  const parameters = columns.map((_, at) => `?${at + 1}`).join(', ')
  const into = `INSERT OR IGNORE INTO "${name}" (${columns.map(column => `"${column}"`).join(', ')})`
  if (name !== 'identities') return `${into} VALUES (${parameters})`
  const at = (column: string) => `?${columns.indexOf(column) + 1}`
  return `${into} SELECT ${parameters} WHERE NOT EXISTS
    (SELECT 1 FROM identities WHERE workspace = ${at('workspace')} AND (id = ${at('id')} OR path = ${at('path')}))`
}

const constraintCode = 19

/** Inserts a row; returns false if the table does not accept its content. */
function isInserted(insert: () => void): boolean {
  try {
    insert()
    return true
  } catch (error) {
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
    if (code === constraintCode) return false
    throw error
  }
}
