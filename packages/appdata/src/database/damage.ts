import type { DatabaseSync } from 'node:sqlite'

/** SQLite's primary result codes for a file that is no whole database. */
const damageCodes: readonly unknown[] = [11, 26]

/** Whether SQLite says by an error that the file is damaged or is no database at all. */
export function isDamageError(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error)) return false
  const { errcode } = error
  return typeof errcode === 'number' && damageCodes.includes(errcode & 0xff)
}

/** Reads the whole file. @throws where it is so damaged that it cannot be read */
export function isWhole(database: DatabaseSync): boolean {
  const row = database.prepare('PRAGMA quick_check(1)').get()
  return row?.quick_check === 'ok'
}
