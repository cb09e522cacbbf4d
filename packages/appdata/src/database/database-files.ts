import { join } from 'node:path'
import { type FileSystem, privateFileMode } from '@parley/files'

/** The database's file in the folder of the app data. */
export const databaseFileName = 'parley.db'

/** What SQLite keeps beside a database: its log, the index of the log, and the journal of a change. */
const companions = ['-wal', '-shm', '-journal'] as const

/** The names of a database file and of those that SQLite keeps beside it; the database comes last. */
export function withCompanions(path: string): readonly string[] {
  return [...companions.map(ending => `${path}${ending}`), path]
}

/** Makes a database file that only its owner may read, whatever the umask; SQLite gives its log the same. */
export async function makePrivate(path: string, files: FileSystem): Promise<void> {
  const access = (await files.linkInfo(path)) === null ? 'createNew' : 'writeExisting'
  const file = await files.open(path, access, privateFileMode)
  try {
    await file.setMode(privateFileMode)
  } finally {
    await file.close()
  }
}

/** Removes a database with what SQLite keeps beside it. */
export async function removeDatabase(path: string, files: FileSystem): Promise<void> {
  for (const name of withCompanions(path)) await files.removeFile(name)
}

/** Puts the content of a file on the disk. */
export async function syncFile(path: string, files: FileSystem): Promise<void> {
  const file = await files.open(path, 'writeExisting')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

const copyName = /^parley\.db\.copy-(\d+)$/

/** The paths of the rolling copies of the database, the newest first. */
export async function rollingCopies(folder: string, files: FileSystem): Promise<readonly string[]> {
  const numbers = (await files.list(folder)).flatMap(({ name }) => copyName.exec(name)?.[1] ?? [])
  return numbers
    .map(Number)
    .toSorted((one, other) => other - one)
    .map(number => join(folder, `${databaseFileName}.copy-${number}`))
}
