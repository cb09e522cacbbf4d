import type { BodyTable, JsonCell, JsonTableRow } from '@parley/server/contract'
import { createStore } from 'zustand/vanilla'
import type { JsonStep } from '../../editor/viewer/json-place.ts'
import { type JsonTableSort, sortJsonRows } from './sort-json-rows.ts'

/** The number of rows that one call asks for. */
const askedRows = 100
/** The number of rows that are kept above and below the visible ones. */
const maxKnownRows = 300
/** A table with more rows is shown as received: to be sorted, all rows must be read. */
export const maxSortedRows = 10_000
/** The number of rows that one call reads to sort them. */
const sortedAtOnce = 500
/** The time until the progress of a table is requested again. */
const askAgainMs = 120

export type JsonTableState =
  | { readonly state: 'making'; readonly knownRows: number }
  | { readonly state: 'none' }
  | { readonly state: 'failed'; readonly reason: string }
  | {
      readonly state: 'made'
      /** The first one names the rows. */
      readonly columns: readonly string[]
      readonly totalRows: number
      /** Null: as received. */
      readonly sort: JsonTableSort | null
      /** The rows around the visible ones, by index; all rows of a sorted table. */
      readonly rows: ReadonlyMap<number, JsonTableRow>
    }

export interface JsonTablePorts {
  readTable(input: { readonly firstRow: number; readonly maxRows: number }): Promise<BodyTable>
  describeError(error: unknown): string
  /** Calls back once after this number of milliseconds. */
  after(delayMs: number, callback: () => void): void
}

export type JsonTableReader = ReturnType<typeof createJsonTableReader>

/** A value of a JSON body as a table. Rows are read when they become visible, and dropped when they no longer are. */
export function createJsonTableReader(ports: JsonTablePorts) {
  const store = createStore<JsonTableState>(() => ({ state: 'making', knownRows: 0 }))
  let wanted = { first: 0, end: askedRows }
  let isReading = false
  let isClosed = false
  /** All rows as received, once they were read to be sorted. */
  let whole: readonly JsonTableRow[] | null = null

  function take(firstRow: number, table: BodyTable): void {
    if (table.state !== 'made') {
      store.setState(table, true)
      return
    }
    const before = store.getState()
    const rows = new Map<number, JsonTableRow>()
    const keep = (row: number, value: JsonTableRow) => {
      if (row >= wanted.first - maxKnownRows && row < wanted.end + maxKnownRows) rows.set(row, value)
    }
    if (before.state === 'made') for (const [row, value] of before.rows) keep(row, value)
    for (const [index, value] of table.rows.entries()) keep(firstRow + index, value)
    const { columns, totalRows } = table
    if (before.state === 'made' && before.sort !== null) return
    store.setState({ state: 'made', columns, totalRows, sort: null, rows }, true)
  }

  async function read(): Promise<void> {
    if (isReading) return
    isReading = true
    try {
      for (
        let row = firstMissing(store.getState(), wanted);
        row !== null && !isClosed;
        row = firstMissing(store.getState(), wanted)
      ) {
        const table = await ports.readTable({ firstRow: row, maxRows: askedRows })
        if (isClosed) break
        take(row, table)
        if (table.state === 'made' && table.rows.length === 0) break
        if (table.state === 'making') await new Promise<void>(resolve => ports.after(askAgainMs, resolve))
      }
    } catch (error) {
      if (!isClosed) store.setState({ state: 'failed', reason: ports.describeError(error) }, true)
    }
    isReading = false
  }

  async function readWhole(totalRows: number): Promise<readonly JsonTableRow[]> {
    const all: JsonTableRow[] = []
    while (all.length < totalRows && !isClosed) {
      const table = await ports.readTable({ firstRow: all.length, maxRows: sortedAtOnce })
      if (table.state !== 'made' || table.rows.length === 0) break
      all.push(...table.rows)
    }
    return all
  }

  return {
    store,
    /** Sorts by a column, or shows the rows as received; not if there are too many. The head says so at once. */
    async sort(sort: JsonTableSort | null): Promise<void> {
      const table = store.getState()
      if (table.state !== 'made' || table.totalRows > maxSortedRows) return
      store.setState({ ...table, sort }, true)
      try {
        whole ??= await readWhole(table.totalRows)
        const latest = store.getState()
        if (latest.state !== 'made' || latest.sort !== sort) return
        const rows = sort === null ? whole : sortJsonRows(whole, sort)
        store.setState({ ...latest, rows: new Map(rows.entries()) }, true)
      } catch (error) {
        if (!isClosed) store.setState({ state: 'failed', reason: ports.describeError(error) }, true)
      }
    },
    /** Loads visible rows; call whenever they change. */
    show(first: number, count: number): void {
      isClosed = false
      wanted = { first, end: first + count }
      if (whole === null) void read()
    },
    /** Stops requesting rows. */
    close(): void {
      isClosed = true
    },
  }
}

/** A longer label or name of a column may be cut, in UTF-16 units. */
const longestName = 400

/**
 * Returns the path of a cell of the table of a value; null if a name in it is cut.
 * @param path - of the value
 * @param column - counted without the labels
 */
export function stepsOfCell(
  path: readonly JsonStep[],
  [head = '', ...columns]: readonly string[],
  { label }: Pick<JsonTableRow, 'label'>,
  column: number,
): readonly JsonStep[] | null {
  // A scalar has one cell.
  if (head === '') return path
  const name = columns[column] ?? ''
  if (label.length >= longestName || name.length >= longestName) return null
  if (head !== '#') return [...path, label]
  const isOfItem = columns.length === 1 && name === 'Value'
  return [...path, Number(label), ...(isOfItem ? [] : [name])]
}

/** Returns null if all visible rows are loaded. */
function firstMissing(
  present: JsonTableState,
  wanted: { readonly first: number; readonly end: number },
): number | null {
  if (present.state === 'making') return wanted.first
  if (present.state !== 'made') return null
  const end = Math.min(wanted.end, present.totalRows)
  for (let row = wanted.first; row < end; row += 1) if (!present.rows.has(row)) return row
  return null
}

/** Returns the text of a cell: a scalar itself, or the size of anything else. */
export function summaryOf(cell: JsonCell): string {
  if ('text' in cell) return cell.text
  const noun = cell.kind === 'object' ? 'key' : 'item'
  return `${cell.count} ${noun}${cell.count === 1 ? '' : 's'}`
}
