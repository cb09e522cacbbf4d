import { copyText } from '../../../server-client/body-actions.ts'
import { bulkText } from '../../../workbench/request/bulk-text.ts'
import { moveItem, removeItem } from '../../../workbench/request/edit-rows.ts'
import type { TableKind } from '../../../workbench/request/table-kind.ts'
import type { RowCommand } from './TableRowMenu.tsx'

/** Copies a row as a line, which a paste into a table makes a row of again. */
export function copyRow<Item>(item: Item, kind: TableKind<Item>): Promise<void> {
  return copyText(Promise.resolve(bulkText([item], kind)))
}

/** Returns the rows after a command on one of them, and the row that the focus goes to. */
export function rowAfter<Item>(
  command: Exclude<RowCommand, 'copy'>,
  items: readonly Item[],
  row: number,
): { readonly next: readonly Item[]; readonly focused: number } {
  switch (command) {
    case 'duplicate':
      return {
        next: [...items.slice(0, row + 1), ...items.slice(row, row + 1), ...items.slice(row + 1)],
        focused: row + 1,
      }
    case 'moveUp':
      return { next: moveItem(items, row, -1), focused: Math.max(0, row - 1) }
    case 'moveDown':
      return { next: moveItem(items, row, 1), focused: Math.min(items.length - 1, row + 1) }
    case 'remove':
      return { next: removeItem(items, row), focused: row }
  }
}
