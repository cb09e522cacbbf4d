import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type FileSystem, nodeFiles, privateFileMode, renamePatiently } from '@parley/files'
import { isDamageError, isWhole } from './damage.ts'
import { databaseFileName, makePrivate, removeUnfinished, rollingCopies } from './database-files.ts'
import { type Migration, migrations as ownMigrations } from './database-schema.ts'
import { inTransaction } from './in-transaction.ts'
import { finishRecovery, recoverDatabase } from './recover-database.ts'
import { type RecoveryReport, readRecoveryReport } from './recovery-report.ts'
import { tablesOf } from './salvage-table.ts'
import { readHeader } from './scratch-copy.ts'

/** A greater version number means damage. */
const maxPlausibleVersion = 1000

/** How long a statement waits for another program that is writing. */
const busyTimeoutMs = 5000

export type OpenedDatabase =
  | {
      readonly state: 'open'
      readonly database: DatabaseSync
      /**
       * How a damaged database was repaired, now or earlier; null if none was, or the user has dismissed the
       * report.
       */
      readonly recovery: RecoveryReport | null
      /** Whether the repair happened at this start. */
      readonly isRecovered: boolean
    }
  /** Written by a newer Parley and left unchanged. */
  | { readonly state: 'newer'; readonly version: number; readonly knownVersion: number }

/**
 * Opens the database of the app data, private to its owner whatever the umask, and migrates it to the version
 * of this program, with a copy before each step. A damaged database is repaired and set aside, never deleted.
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
  await removeUnfinished(folder, files)
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
    // Only its log had named a newer version.
    database.close()
    return { state: 'newer', version, knownVersion: known }
  }
  // Each commit is written to the system and synced to the disk occasionally: a killed process loses nothing.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  const recovery = await readRecoveryReport(folder, files)
  await migrate(database, path, files, migrations)
  return { state: 'open', database, recovery, isRecovered }
}

/**
 * Returns whether the file is empty or missing although there was a database: SQLite would create a new one.
 */
async function isEmptied(folder: string, files: FileSystem): Promise<boolean> {
  const path = join(folder, databaseFileName)
  const [database, log] = await files.linkInfos([path, `${path}-wal`])
  if ((database?.sizeBytes ?? 0) > 0) return false
  return (log?.sizeBytes ?? 0) > 0 || (await rollingCopies(folder, files)).length > 0
}

/**
 * Returns the newer version that a file names, even if it is damaged, because this program must not repair
 * its content.
 */
async function newerVersion(path: string, files: FileSystem, known: number): Promise<number | null> {
  if ((await files.info(path))?.kind !== 'file') return null
  const version = (await readHeader(path, files))?.version ?? 0
  return version > known && version < maxPlausibleVersion ? version : null
}

/** Returns null if the file is damaged. */
async function openFile(
  path: string,
  files: FileSystem,
  migrations: readonly Migration[],
): Promise<DatabaseSync | null> {
  if ((await files.info(path))?.kind === 'folder') return null
  await makePrivate(path, files)
  const writtenVersion = (await readHeader(path, files))?.version ?? 0
  // Closing a writable database merges its log, even a log of another database.
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

/**
 * Returns whether the content is Parley's: the log of another database can replace all pages, intact but
 * without Parley's data.
 */
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
    // A new database needs no copy.
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

/** Copies the whole database, including its log. The path gets a complete copy or none. */
async function backUp(database: DatabaseSync, path: string, files: FileSystem): Promise<void> {
  const unfinished = `${path}.unfinished`
  await files.removeFile(unfinished)
  const file = await files.open(unfinished, 'createNew', privateFileMode)
  try {
    await file.setMode(privateFileMode)
    // SQLite treats an empty file like a missing one, and keeps its permissions.
    database.prepare('VACUUM INTO ?').run(unfinished)
    await file.sync()
  } finally {
    await file.close()
  }
  await renamePatiently(files, unfinished, path)
  await files.syncFolder(dirname(path))
}
