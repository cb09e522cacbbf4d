import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type FileSystem, nodeFiles } from '@parley/files'
import { backUp } from './back-up.ts'
import { isDamageError, isWhole } from './damage.ts'
import { databaseFileName, makePrivate, rollingCopies } from './database-files.ts'
import { type Migration, migrations as ownMigrations } from './database-schema.ts'
import { inTransaction } from './in-transaction.ts'
import { finishRecovery, recoverDatabase } from './recover-database.ts'
import { type RecoveryReport, readRecoveryReport } from './recovery-report.ts'
import { tablesOf } from './salvage-table.ts'
import { readHeader } from './scratch-copy.ts'

/** A version number above this one is damage. */
const believableVersion = 1000

/** How long a statement waits for another program that writes. */
const busyTimeoutMs = 5000

export type OpenedDatabase =
  | {
      readonly state: 'open'
      readonly database: DatabaseSync
      /** How a damaged one was repaired, at this start or before; null: none was, or the user knows. */
      readonly recovery: RecoveryReport | null
      /** Whether that happened just now. */
      readonly isRecovered: boolean
    }
  /** A newer Parley wrote it. It was not touched. */
  | { readonly state: 'newer'; readonly version: number; readonly knownVersion: number }

/**
 * Opens the database of the app data, for its owner alone whatever the umask, and brings it to the version
 * that this program knows, with a copy made before each step. A damaged one is repaired and set aside, never
 * deleted.
 */
export async function openDatabase(
  folder: string,
  files: FileSystem = nodeFiles,
  migrations: readonly Migration[] = ownMigrations,
): Promise<OpenedDatabase> {
  const path = join(folder, databaseFileName)
  const known = migrations.length
  const newer = await newerVersion(path, files, known)
  if (newer !== null) return { state: 'newer', version: newer, knownVersion: known }
  await finishRecovery(folder, files)
  let database = (await isEmptied(folder, files)) ? null : await openFile(path, files, migrations)
  const isRecovered = database === null
  if (database === null) {
    await recoverDatabase(folder, files, migrations)
    database = await openFile(path, files, migrations)
    if (database === null) throw new Error('A new database is damaged')
  }
  const version = versionOf(database)
  if (version > known) {
    // Its log said so alone.
    database.close()
    return { state: 'newer', version, knownVersion: known }
  }
  // Written to the system with each commit, to the disk now and then: a killed process loses nothing.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  const recovery = await readRecoveryReport(folder, files)
  await migrate(database, path, files, migrations)
  return { state: 'open', database, recovery, isRecovered }
}

/** A file that is empty or gone, though there was a database: SQLite would take it for a new one. */
async function isEmptied(folder: string, files: FileSystem): Promise<boolean> {
  const path = join(folder, databaseFileName)
  const [database, log] = await files.linkInfos([path, `${path}-wal`])
  if ((database?.sizeBytes ?? 0) > 0) return false
  return (log?.sizeBytes ?? 0) > 0 || (await rollingCopies(folder, files)).length > 0
}

/** A newer version that a file names, however damaged it is: what it holds is not for this program to repair. */
async function newerVersion(path: string, files: FileSystem, known: number): Promise<number | null> {
  if ((await files.info(path))?.kind !== 'file') return null
  const version = (await readHeader(path, files))?.version ?? 0
  return version > known && version < believableVersion ? version : null
}

/** Null where it is damaged. */
async function openFile(
  path: string,
  files: FileSystem,
  migrations: readonly Migration[],
): Promise<DatabaseSync | null> {
  if ((await files.info(path))?.kind === 'folder') return null
  await makePrivate(path, files)
  const writtenVersion = (await readHeader(path, files))?.version ?? 0
  // Closing a database that may be written puts its log into it, also one that is not its own.
  const hasLog = ((await files.info(`${path}-wal`))?.sizeBytes ?? 0) > 0
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs, readOnly: hasLog })
  try {
    if (!isWhole(database) || !isOurs(database, writtenVersion, migrations)) {
      database.close()
      return null
    }
  } catch (error) {
    database.close()
    if (isDamageError(error)) return null
    throw error
  }
  if (!hasLog) return database
  database.close()
  return new DatabaseSync(path, { timeout: busyTimeoutMs })
}

/** The log of another database can take the place of all pages: whole, and without what Parley kept. */
function isOurs(database: DatabaseSync, writtenVersion: number, migrations: readonly Migration[]): boolean {
  const version = versionOf(database)
  if (version < writtenVersion) return false
  const empty = new DatabaseSync(':memory:')
  try {
    for (const migration of migrations.slice(0, version)) migration(empty)
    const names = new Set(tablesOf(database).map(({ name }) => name))
    return tablesOf(empty).every(({ name }) => names.has(name))
  } finally {
    empty.close()
  }
}

async function migrate(
  database: DatabaseSync,
  path: string,
  files: FileSystem,
  migrations: readonly Migration[],
): Promise<void> {
  const from = versionOf(database)
  for (const [at, migration] of [...migrations.entries()].slice(from)) {
    // Of one that is made just now there is nothing to lose.
    if (from > 0) await backUp(database, `${path}.version-${at}`, files)
    inTransaction(database, () => {
      migration(database)
      database.exec(`PRAGMA user_version = ${at + 1}`)
    })
  }
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version)
}
