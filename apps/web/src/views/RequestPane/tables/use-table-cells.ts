import { useReducer, useRef } from 'react'
import { flushSync } from 'react-dom'
import { maxWithoutVirtual, useVirtualRows } from '../../../components/lists/use-virtual-rows.ts'
import type { Cell } from './table-keys.ts'

/** The height of the rows of tables in CSS px. */
const rowHeight = 30

/**
 * The rows of a table that exist, and the focus in their cells.
 * @param total - how many rows there are, with the empty one at the end, which always shows
 * @param shows - whether a row shows; the one with the focus does anyway
 */
export function useTableCells<Name extends string>(total: number, shows: (row: number) => boolean) {
  const table = useRef<HTMLDivElement>(null)
  const focusedRow = useRef(-1)
  /** The row that is about to get the focus. */
  const wantedRow = useRef(-1)
  const [, render] = useReducer((renders: number) => renders + 1, 0)
  const isKept = (row: number) => row === focusedRow.current || row === wantedRow.current
  const shown = [...Array(total).keys()].filter(row => row === total - 1 || isKept(row) || shows(row))
  const rows = useVirtualRows<HTMLDivElement>(shown.length, rowHeight, {
    isVirtual: shown.length > maxWithoutVirtual + 1,
    overscan: 10,
    // The row with the focus is kept, because scrolling would otherwise remove the focus.
    kept: () => [focusedRow.current, wantedRow.current].map(row => shown.indexOf(row)),
  })
  const controlOf = ({ row, column }: Cell<Name>) =>
    table.current?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"] :is(input, button)`) ?? null

  function focusCell({ row, column }: Cell<Name>, lastRow = total - 1): void {
    const cell = { row: Math.min(Math.max(row, 0), lastRow), column }
    if (controlOf(cell) === null) {
      // Immediately: a key that is pressed before the row exists would otherwise start from the row before.
      wantedRow.current = cell.row
      flushSync(render)
    }
    controlOf(cell)?.focus()
    wantedRow.current = -1
  }

  return {
    table,
    rows,
    /** The rows that exist: the index of each, the place where it shows, and the height of those above that do not exist. */
    existing: rows.indexes.map((place, at) => ({
      index: shown[place] ?? total - 1,
      place,
      gapBefore: (place - ((rows.indexes[at - 1] ?? -1) + 1)) * rowHeight,
    })),
    /** How many rows show. */
    shownCount: shown.length,
    focusedRow,
    focusCell,
    /** The row that shows some rows after another one; that one itself beyond the ends. */
    rowAfter: (row: number, by: number): number => shown[shown.indexOf(row) + by] ?? row,
    /** Whether a cell has something that can get the focus. */
    isReachable: (cell: Cell<Name>) => controlOf(cell) !== null,
  }
}
