const columns = ['check', 'key', 'value', 'remove'] as const
type Column = (typeof columns)[number]

/** A place in a key/value table. */
export interface Cell {
  readonly row: number
  readonly column: Column
}

type KeyAction =
  | { readonly type: 'focus'; readonly cell: Cell }
  | { readonly type: 'move'; readonly by: -1 | 1 }
  | { readonly type: 'remove' }
  | { readonly type: 'restore' }

interface TableKeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** The cell that an element stands in, or null. */
export function cellOfElement(element: EventTarget): Cell | null {
  if (!(element instanceof Element)) return null
  const [row, column] = element.closest('[data-cell]')?.getAttribute('data-cell')?.split(':') ?? []
  const known = columns.find(candidate => candidate === column)
  return row === undefined || known === undefined ? null : { row: Number(row), column: known }
}

/** What a key does in a cell; null where the browser's own meaning holds. */
export function keyAction(press: TableKeyPress, cell: Cell, element: EventTarget): KeyAction | null {
  const vertical = press.key === 'ArrowUp' ? -1 : press.key === 'ArrowDown' ? 1 : 0
  if (press.altKey) return vertical === 0 ? null : { type: 'move', by: vertical }
  if (press.ctrlKey || press.metaKey) {
    // In a text it deletes a word, as everywhere; a row goes where there is no text to delete.
    return press.key === 'Backspace' && !holdsText(element) ? { type: 'remove' } : null
  }
  if (vertical !== 0) return { type: 'focus', cell: { ...cell, row: cell.row + vertical } }
  const isText = cell.column === 'key' || cell.column === 'value'
  if (press.key === 'Enter' && isText) return { type: 'focus', cell: { ...cell, row: cell.row + 1 } }
  if (press.key === 'Escape') return { type: 'restore' }
  const sideways = press.key === 'ArrowLeft' ? -1 : press.key === 'ArrowRight' ? 1 : 0
  if (sideways === 0 || !isAtEdge(element, sideways)) return null
  const column = columns[columns.indexOf(cell.column) + sideways]
  return column === undefined ? null : { type: 'focus', cell: { ...cell, column } }
}

function holdsText(element: EventTarget): boolean {
  return element instanceof HTMLInputElement && element.type === 'text' && element.value !== ''
}

/** True where the cursor cannot go further in a text, and for what holds no text. */
function isAtEdge(element: EventTarget, sideways: -1 | 1): boolean {
  if (!(element instanceof HTMLInputElement) || element.type !== 'text') return true
  if (element.selectionStart !== element.selectionEnd) return false
  return element.selectionStart === (sideways === -1 ? 0 : element.value.length)
}
