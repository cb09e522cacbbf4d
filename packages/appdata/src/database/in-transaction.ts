import type { DatabaseSync } from 'node:sqlite'

/** All of it or, where it throws, nothing. */
export function inTransaction<Value>(database: DatabaseSync, act: () => Value): Value {
  database.exec('BEGIN IMMEDIATE')
  try {
    const value = act()
    database.exec('COMMIT')
    return value
  } catch (error) {
    // A full disk, for one, ends the transaction by itself.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}
