import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type FileSystem, nodeFiles, privateFileMode } from '@parley/files'
import { historyBodiesFolderName } from '../history/history-bodies-folder.ts'
import { backUp } from './back-up.ts'
import { isDamageError, isWhole } from './damage.ts'
import { type Migration, migrations as ownMigrations } from './database-schema.ts'
import { inTransaction } from './in-transaction.ts'

/** The database's file in the folder of the app data. */
export const databaseFileName = 'parley.db'

/** How long a statement waits for another program that writes. */
const busyTimeoutMs = 5000

export type OpenedDatabase =
  | {
      readonly state: 'open'
      readonly database: DatabaseSync
      /** Where a damaged one was put, which a new one now stands for; null: it was whole. */
      readonly setAsidePath: string | null
    }
  /** A newer Parley wrote it. It was not touched. */
  | { readonly state: 'newer'; readonly version: number; readonly knownVersion: number }

/**
 * Opens the database of the app data, for its owner alone whatever the umask, and brings it to the version
 * that this program knows, with a copy made before each step. A damaged one is set aside with all that
 * belongs to it, never deleted.
 */
export async function openDatabase(
  folder: string,
  files: FileSystem = nodeFiles,
  migrations: readonly Migration[] = ownMigrations,
): Promise<OpenedDatabase> {
  const path = join(folder, databaseFileName)
  let setAsidePath: string | null = null
  if (await hasLogAlone(path, files)) setAsidePath = await setAside(folder, files)
  let database = await openFile(path, files)
  if (database === null) {
    setAsidePath = await setAside(folder, files)
    database = await openFile(path, files)
    if (database === null) throw new Error('A new database is damaged')
  }
  const version = versionOf(database)
  if (version > migrations.length) {
    database.close()
    return { state: 'newer', version, knownVersion: migrations.length }
  }
  // Written to the system with each commit, to the disk now and then: a killed process loses nothing.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  await migrate(database, path, files, migrations)
  return { state: 'open', database, setAsidePath }
}

/** SQLite deletes a log whose database is empty or gone; what is in it may be all that is left. */
async function hasLogAlone(path: string, files: FileSystem): Promise<boolean> {
  const [database, log] = await files.linkInfos([path, `${path}-wal`])
  return (database?.sizeBytes ?? 0) === 0 && (log?.sizeBytes ?? 0) > 0
}

/** Null where it is damaged. */
async function openFile(path: string, files: FileSystem): Promise<DatabaseSync | null> {
  await makePrivate(path, files)
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs })
  try {
    if (isWhole(database)) return database
  } catch (error) {
    database.close()
    if (isDamageError(error)) return null
    throw error
  }
  database.close()
  return null
}

/** SQLite gives its log the permissions of the database. */
async function makePrivate(path: string, files: FileSystem): Promise<void> {
  const access = (await files.linkInfo(path)) === null ? 'createNew' : 'writeExisting'
  const file = await files.open(path, access, privateFileMode)
  try {
    await file.setMode(privateFileMode)
  } finally {
    await file.close()
  }
}

/** The database goes last: what is left by a kill in between is damaged still, and found so. */
async function setAside(folder: string, files: FileSystem): Promise<string> {
  const ending = `.damaged-${Date.now()}`
  const path = join(folder, databaseFileName)
  const moves = [
    [join(folder, historyBodiesFolderName), join(folder, `${historyBodiesFolderName}${ending}`)],
    [`${path}-wal`, `${path}${ending}-wal`],
    [`${path}-shm`, `${path}${ending}-shm`],
    [path, `${path}${ending}`],
  ] as const
  for (const [from, to] of moves) if ((await files.linkInfo(from)) !== null) await files.rename(from, to)
  await files.syncFolder(folder)
  return `${path}${ending}`
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
