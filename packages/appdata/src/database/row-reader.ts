import type { SQLOutputValue } from 'node:sqlite'

/** A row as returned by SQLite. */
export type Row = Readonly<Record<string, SQLOutputValue>>

/**
 * Returns the text of a column.
 * @throws if it contains none, for example after a change by another program
 */
export function textOf(row: Row, column: string): string {
  const value = row[column]
  if (typeof value !== 'string') throw new TypeError(`The column ${column} holds no text`)
  return value
}

/** Returns the text of a column, or null if the column is empty. */
export function textOrNullOf(row: Row, column: string): string | null {
  return row[column] === null ? null : textOf(row, column)
}

/**
 * Returns the number of a column.
 * @throws if it contains none
 */
export function numberOf(row: Row, column: string): number {
  const value = row[column]
  if (typeof value !== 'number') throw new TypeError(`The column ${column} holds no number`)
  return value
}

/**
 * Returns the bytes of a column.
 * @throws if it contains none
 */
export function bytesOf(row: Row, column: string): Uint8Array {
  const value = row[column]
  if (!(value instanceof Uint8Array)) throw new TypeError(`The column ${column} holds no bytes`)
  return value
}
