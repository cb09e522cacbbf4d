import type { LiveRow } from '@parley/server/contract'

/** The order of a list. */
export type ListOrder = 'newestFirst' | 'newestLast'

/** The rows that a list shows, as positions on the server, and their order. */
export interface ListWindow {
  readonly order: ListOrder
  readonly firstRow: number
  /** The position after the last row. */
  readonly endRow: number
}

/** Lines of a list, counted from the top. */
export interface LineRange {
  readonly first: number
  readonly count: number
}

/** The number of rows that one call asks for at most. */
const mostAsked = 200
/** The number of rows that are kept on each side of the visible ones. */
const keptAround = 400

/** How many lines a list has. */
export function lineCount({ firstRow, endRow }: ListWindow): number {
  return Math.max(0, endRow - firstRow)
}

/** Returns the position of the row in a line. */
export function positionOf({ order, firstRow, endRow }: ListWindow, line: number): number {
  return order === 'newestFirst' ? endRow - 1 - line : firstRow + line
}

/** Returns the line of a position; null if the list does not show it. */
export function lineOf(list: ListWindow, position: number): number | null {
  if (position < list.firstRow || position >= list.endRow) return null
  return list.order === 'newestFirst' ? list.endRow - 1 - position : position - list.firstRow
}

/** Returns the rows to ask for so that the visible lines are known; null if they are. */
export function missingRows(
  list: ListWindow,
  visible: LineRange,
  rows: ReadonlyMap<number, LiveRow>,
): { readonly from: number; readonly count: number } | null {
  const lines = Math.min(visible.first + visible.count, lineCount(list)) - visible.first
  if (lines <= 0) return null
  const from = Math.min(positionOf(list, visible.first), positionOf(list, visible.first + lines - 1))
  const missing = Array.from({ length: lines }, (_, at) => from + at).filter(position => !rows.has(position))
  const first = missing[0]
  const last = missing.at(-1)
  if (first === undefined || last === undefined) return null
  return { from: first, count: Math.min(mostAsked, last - first + 1) }
}

/** Returns the rows without those far from what is visible. */
export function rowsAround(
  list: ListWindow,
  visible: LineRange,
  rows: ReadonlyMap<number, LiveRow>,
): ReadonlyMap<number, LiveRow> {
  const ends = [positionOf(list, visible.first), positionOf(list, visible.first + visible.count)]
  const from = Math.min(...ends) - keptAround
  const to = Math.max(...ends) + keptAround
  return new Map([...rows].filter(([position]) => position >= from && position <= to))
}
