import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { type FileSystem, privateFileMode, renamePatiently } from '@parley/files'

/** Copies the whole database, including its log. The path gets a complete copy or none. */
export async function backUp(database: DatabaseSync, path: string, files: FileSystem): Promise<void> {
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
