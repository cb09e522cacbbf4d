import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { nodeFiles } from '@parley/files'
import { memoryFolder } from '@parley/testkit'
import { afterEach, beforeEach } from 'vitest'
import { testMigrations } from './migrate-and-die.testkit.ts'
import { openDatabase } from './open-database.ts'

/** The folder of the present test, and the database in it. */
export let folder: string
export let path: string
let umask: number

/** Gives each test of the file a folder, and the process the most open umask. */
export function useDatabaseFolder(): void {
  beforeEach(() => {
    umask = process.umask(0)
    folder = mkdtempSync(join(memoryFolder, 'parley-database-'))
    path = join(folder, 'parley.db')
  })
  afterEach(() => {
    process.umask(umask)
    rmSync(folder, { recursive: true })
  })
}

/** Opens the database; throws if it was refused. */
export async function opened(
  ...[files, migrations]: [typeof nodeFiles?, ReturnType<typeof testMigrations>?]
) {
  const result = await openDatabase(folder, files, migrations)
  if (result.state !== 'open') throw new Error('It was refused')
  return result
}

/** Returns the rows of the tests' table. */
export function texts(file = path): unknown[] {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return database
      .prepare('SELECT text FROM kept')
      .all()
      .map(row => row.text)
  } finally {
    database.close()
  }
}

/** Writes a database of the tests' first version, with some rows. */
export async function writeFirstVersion(rows = 3): Promise<void> {
  const { database } = await opened(nodeFiles, testMigrations().slice(0, 1))
  const insert = database.prepare('INSERT INTO kept VALUES (?)')
  for (let at = 0; at < rows; at++) insert.run(`${at}`)
  database.close()
}
