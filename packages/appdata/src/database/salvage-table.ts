import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { isDamageError } from './damage.ts'
import type { Row } from './row-reader.ts'

/** A table of the new database. */
export interface SalvagedTable {
  readonly name: string
  readonly columns: readonly string[]
  /** The columns of the primary key if the table has no row numbers; otherwise empty. */
  readonly keyWithoutRowNumbers: readonly string[]
}

/** The number of rows to try one by one on either side of a damaged page. */
const probedRows = 20_000

/** Returns the tables of a database, without SQLite's own. */
export function tablesOf(database: DatabaseSync): readonly SalvagedTable[] {
  const names = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
    .all()
    .map(({ name }) => String(name))
  return names.map(name => {
    const columns = database.prepare(`SELECT name, pk FROM pragma_table_info(?)`).all(name)
    const list = database.prepare('SELECT wr FROM pragma_table_list WHERE name = ?').get(name)
    const key = columns.filter(({ pk }) => Number(pk) > 0)
    return {
      name,
      columns: columns.map(column => String(column.name)),
      keyWithoutRowNumbers:
        list?.wr === 1
          ? key.toSorted((one, other) => Number(one.pk) - Number(other.pk)).map(column => String(column.name))
          : [],
    }
  })
}

/**
 * Reads all readable rows of a table: from both ends and, between damaged pages, one by one.
 * @returns whether all rows were read
 */
export function salvageRows(
  source: DatabaseSync,
  table: SalvagedTable,
  take: (values: readonly SQLInputValue[]) => void,
): boolean {
  const columns = table.columns.map(quoted).join(', ')
  const from = `FROM ${quoted(table.name)} NOT INDEXED`
  const key = table.keyWithoutRowNumbers
  const order = (direction: string) =>
    (key.length === 0 ? ['rowid'] : key.map(quoted)).map(column => `${column} ${direction}`).join(', ')
  const rowNumber = key.length === 0 ? 'rowid' : '0'
  const scan = (direction: string) =>
    scanRows(
      source,
      `SELECT ${rowNumber} AS "row number", ${columns} ${from} ORDER BY ${order(direction)}`,
      table,
      take,
    )
  const upwards = scan('ASC')
  if (upwards.isWhole) return isTableWhole(source, table)
  const downwards = scan('DESC')
  // Row numbers begin with 1. If neither end can be read, neither can the rows between them.
  const first = upwards.last ?? Math.max(0, (downwards.last ?? 0) - probedRows)
  const last = downwards.last ?? first + probedRows
  if (key.length === 0 && (upwards.last ?? downwards.last) !== null)
    probe(source, `SELECT ${columns} ${from} WHERE rowid = ?`, table, take, first, last)
  return false
}

interface Scan {
  readonly isWhole: boolean
  /** The row number of the last row read. */
  readonly last: number | null
}

function scanRows(
  source: DatabaseSync,
  query: string,
  { columns }: SalvagedTable,
  take: (values: readonly SQLInputValue[]) => void,
): Scan {
  let last: number | null = null
  try {
    for (const row of source.prepare(query).iterate()) {
      take(valuesOf(row, columns))
      last = Number(row['row number'])
    }
    return { isWhole: true, last }
  } catch (error) {
    if (isUnreadable(error)) return { isWhole: false, last }
    throw error
  }
}

function probe(
  source: DatabaseSync,
  query: string,
  { columns }: SalvagedTable,
  take: (values: readonly SQLInputValue[]) => void,
  first: number,
  last: number,
): void {
  const read = source.prepare(query)
  for (let at = first + 1; at < Math.min(last, first + probedRows); at++) {
    try {
      const row = read.get(at)
      if (row !== undefined) take(valuesOf(row, columns))
    } catch (error) {
      if (!isUnreadable(error)) throw error
    }
  }
}

/** Checks a table, because a damaged page that reads as empty hides rows without an error. */
function isTableWhole(source: DatabaseSync, { name }: SalvagedTable): boolean {
  try {
    return source.prepare(`PRAGMA quick_check(${quoted(name)})`).get()?.quick_check === 'ok'
  } catch (error) {
    if (isUnreadable(error)) return false
    throw error
  }
}

/** Returns whether an error means that a table, column or content is missing in a damaged file. */
function isUnreadable(error: unknown): boolean {
  return isDamageError(error) || (error instanceof Error && 'errcode' in error && error.errcode === 1)
}

function valuesOf(row: Row, columns: readonly string[]): readonly SQLInputValue[] {
  return columns.map(column => row[column] ?? null)
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
