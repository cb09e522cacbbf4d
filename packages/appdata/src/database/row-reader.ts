import type { SQLOutputValue } from 'node:sqlite'

/** A row as SQLite gives it. */
export type Row = Readonly<Record<string, SQLOutputValue>>

/** The text of a column. @throws where it has none, as in a table that another program changed */
export function textOf(row: Row, column: string): string {
  const value = row[column]
  if (typeof value !== 'string') throw new TypeError(`The column ${column} holds no text`)
  return value
}

/** {@link textOf}, or null where the column is empty. */
export function textOrNullOf(row: Row, column: string): string | null {
  return row[column] === null ? null : textOf(row, column)
}

/** The number of a column. @throws where it has none */
export function numberOf(row: Row, column: string): number {
  const value = row[column]
  if (typeof value !== 'number') throw new TypeError(`The column ${column} holds no number`)
  return value
}

/** The bytes of a column. @throws where it has none */
export function bytesOf(row: Row, column: string): Uint8Array {
  const value = row[column]
  if (!(value instanceof Uint8Array)) throw new TypeError(`The column ${column} holds no bytes`)
  return value
}
