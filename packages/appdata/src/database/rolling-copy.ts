import { join } from 'node:path'
import { backup, type DatabaseSync } from 'node:sqlite'
import { type FileSystem, renamePatiently } from '@parley/files'
import { databaseFileName, makePrivate, removeDatabase, rollingCopies, syncFile } from './database-files.ts'

/** The number of rolling copies to keep; older ones are deleted. */
const keptCopies = 2

/**
 * Copies the database page by page while it is in use, as a backup in case of damage. A copy is complete or
 * absent, and its content is sealed as in the database.
 */
export async function makeRollingCopy(
  database: DatabaseSync,
  folder: string,
  files: FileSystem,
): Promise<void> {
  const copies = await rollingCopies(folder, files)
  const newest = Number(/\d+$/.exec(copies[0] ?? '0')?.[0])
  const unfinished = join(folder, `${databaseFileName}.copying`)
  await removeDatabase(unfinished, files)
  await makePrivate(unfinished, files)
  try {
    await backup(database, unfinished)
    await syncFile(unfinished, files)
    await renamePatiently(files, unfinished, join(folder, `${databaseFileName}.copy-${newest + 1}`))
  } finally {
    await removeDatabase(unfinished, files)
  }
  await files.syncFolder(folder)
  for (const old of copies.slice(keptCopies - 1)) await removeDatabase(old, files)
}
