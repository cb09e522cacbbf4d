import { join } from 'node:path'
import { type FileSystem, privateFileMode } from '@parley/files'

/** The name of the database file in the folder of the app data. */
export const databaseFileName = 'parley.db'

/**
 * The endings of SQLite's files next to a database: its log, the index of the log, and the journal of a
 * change.
 */
const companions = ['-wal', '-shm', '-journal'] as const

/** Returns the names of a database file and of SQLite's files next to it; the database comes last. */
export function withCompanions(path: string): readonly string[] {
  return [...companions.map(ending => `${path}${ending}`), path]
}

/**
 * Creates a database file that only its owner may read, whatever the umask; SQLite gives its log the same
 * permissions.
 */
export async function makePrivate(path: string, files: FileSystem): Promise<void> {
  const access = (await files.linkInfo(path)) === null ? 'createNew' : 'writeExisting'
  const file = await files.open(path, access, privateFileMode)
  try {
    await file.setMode(privateFileMode)
  } finally {
    await file.close()
  }
}

/** Removes a database and SQLite's files next to it. */
export async function removeDatabase(path: string, files: FileSystem): Promise<void> {
  for (const name of withCompanions(path)) await files.removeFile(name)
}

/** Syncs the content of a file to the disk. */
export async function syncFile(path: string, files: FileSystem): Promise<void> {
  const file = await files.open(path, 'writeExisting')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The endings of databases that are being written: copies, and the new one of a recovery with what it reads from. */
const unfinishedEndings = ['.copying', '.recovering', '.salvage'] as const

/** The name of a copy before a migration that is being written. */
const unfinishedCopy = /^parley\.db\.version-\d+\.unfinished$/

/** Removes the databases that a killed process was writing; those that cannot be removed are tried again at the next start. */
export async function removeUnfinished(folder: string, files: FileSystem): Promise<void> {
  const names = (await files.list(folder)).map(({ name }) => name)
  const unfinished = new Set(
    unfinishedEndings.flatMap(ending => withCompanions(`${databaseFileName}${ending}`)),
  )
  for (const name of names)
    if (unfinished.has(name) || unfinishedCopy.test(name))
      await files.removeFile(join(folder, name)).catch(() => {})
}

const copyName = /^parley\.db\.copy-(\d+)$/

/** Returns the paths of the rolling copies of the database, the newest first. */
export async function rollingCopies(folder: string, files: FileSystem): Promise<readonly string[]> {
  const numbers = (await files.list(folder)).flatMap(({ name }) => copyName.exec(name)?.[1] ?? [])
  return numbers
    .map(Number)
    .toSorted((one, other) => other - one)
    .map(number => join(folder, `${databaseFileName}.copy-${number}`))
}
