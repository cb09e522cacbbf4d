import type { Migration } from './database-schema.ts'
import { openDatabase } from './open-database.ts'

/**
 * Returns the migrations for the tests: a first version with a table, and a second one that fills it again.
 * With `dieBefore`, the process is killed before the statement of that number of the second step.
 */
export function testMigrations(dieBefore = Number.POSITIVE_INFINITY): readonly Migration[] {
  const statements = [
    'CREATE TABLE renewed (text TEXT NOT NULL) STRICT',
    'INSERT INTO renewed SELECT text || text FROM kept',
    'DROP TABLE kept',
    'ALTER TABLE renewed RENAME TO kept',
  ]
  return [
    database => database.exec('CREATE TABLE kept (text TEXT NOT NULL) STRICT'),
    database => {
      for (const [at, statement] of [...statements, ''].entries()) {
        if (at === dieBefore) process.kill(process.pid, 'SIGKILL')
        if (statement !== '') database.exec(statement)
      }
    },
  ]
}

/** Run as a program: migrates the database in a folder to the second version, or dies on the way. */
const [, program, folder, dieBefore] = process.argv
if (program?.endsWith('migrate-and-die.testkit.ts') && folder !== undefined) {
  const opened = await openDatabase(folder, undefined, testMigrations(Number(dieBefore)))
  if (opened.state === 'open') opened.database.close()
}
