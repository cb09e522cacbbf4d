import type { BodyTable, JsonCell, JsonTableRow } from '@parley/server/contract'
import { createStore } from 'zustand/vanilla'

/** The number of rows that one call asks for. */
const askedRows = 100
/** The number of rows that are kept above and below the visible ones. */
const maxKnownRows = 300
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
      /** The rows around the visible ones, by index. */
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
    store.setState({ state: 'made', columns: table.columns, totalRows: table.totalRows, rows }, true)
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

  return {
    store,
    /** Loads visible rows; call whenever they change. */
    show(first: number, count: number): void {
      isClosed = false
      wanted = { first, end: first + count }
      void read()
    },
    /** Stops requesting rows. */
    close(): void {
      isClosed = true
    },
  }
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
