import type { DatabaseSync } from 'node:sqlite'

/** Runs an action in a transaction, which is rolled back if the action throws. */
export function inTransaction<Value>(database: DatabaseSync, act: () => Value): Value {
  database.exec('BEGIN IMMEDIATE')
  try {
    const value = act()
    database.exec('COMMIT')
    return value
  } catch (error) {
    // Some errors, such as a full disk, end the transaction by themselves.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}
