import type { DatabaseSync } from 'node:sqlite'

/** SQLite's primary result codes for a file that is not an intact database. */
const damageCodes: readonly unknown[] = [11, 26]

/** Returns whether SQLite's error means that the file is damaged or not a database. */
export function isDamageError(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error)) return false
  const { errcode } = error
  return typeof errcode === 'number' && damageCodes.includes(errcode & 0xff)
}

/**
 * Checks the whole file.
 * @throws if it is too damaged to be read
 */
export function isWhole(database: DatabaseSync): boolean {
  const row = database.prepare('PRAGMA quick_check(1)').get()
  return row?.quick_check === 'ok'
}
