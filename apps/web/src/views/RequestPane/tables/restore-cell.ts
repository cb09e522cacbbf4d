import { changeItem, removeItem } from '../../../workbench/request/edit-rows.ts'
import type { TableKind, TextColumn } from '../../../workbench/request/table-kind.ts'

/** A cell when it got the focus. */
export interface CellBefore<Item> {
  readonly row: number
  readonly column: string
  /** Null: it was in the empty row at the end. */
  readonly item: Item | null
}

const textColumns: readonly string[] = ['key', 'value', 'description'] satisfies readonly TextColumn[]

/**
 * Returns the rows with one cell as it was when it got the focus; null if it is. What was typed in other cells of the
 * row is kept: a row goes only if this cell alone began it.
 */
export function restoredCell<Item>(
  items: readonly Item[],
  kind: TableKind<Item>,
  { row, column, item: before }: CellBefore<Item>,
): readonly Item[] | null {
  const item = items[row]
  if (item === undefined || item === before) return null
  if (!isTextColumn(column)) {
    if (before !== null) return changeItem(items, row, kind.blank, () => before)
    return isEmpty(item, kind) ? removeItem(items, row) : null
  }
  const text = before === null ? '' : kind.text(before, column)
  if (kind.text(item, column) === text) return null
  const restored = kind.withText(item, column, text)
  if (before === null && isEmpty(restored, kind)) return removeItem(items, row)
  return changeItem(items, row, kind.blank, () =>
    before !== null && isOnlyEdited(item, before, column, kind) ? before : restored,
  )
}

const isTextColumn = (column: string): column is TextColumn => textColumns.includes(column)

const isEmpty = <Item>(item: Item, kind: TableKind<Item>): boolean =>
  (['key', 'value', 'description'] as const).every(column => kind.text(item, column) === '')

/** Whether an item differs from what it was by the text of one column alone, so that it can be all that it was. */
function isOnlyEdited<Item>(item: Item, before: Item, column: TextColumn, kind: TableKind<Item>): boolean {
  const edited = kind.withText(before, column, kind.text(item, column))
  return JSON.stringify(edited) === JSON.stringify(item)
}
