import { type KeyPress, keysOfPress } from '../../../workbench/settings/keys-of-press.ts'

const columns = [
  'check',
  'key',
  'kind',
  'value',
  'type',
  'description',
  'show',
  'script',
  'secret',
  'remove',
] as const

/** The columns of tables; each has its own choice of them. */
export type Column = (typeof columns)[number]

/** A place in a table. */
export interface Cell<Name extends string = Column> {
  readonly row: number
  readonly column: Name
}

type KeyAction<Name extends string> =
  | { readonly type: 'focus'; readonly cell: Cell<Name> }
  | { readonly type: 'move'; readonly by: -1 | 1 }
  | { readonly type: 'remove' }
  | { readonly type: 'restore' }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }

/** The cell that contains an element, or null. */
export function cellOfElement(element: EventTarget): Cell | null {
  return cellAmong(element, columns)
}

/** The cell that contains an element, in a table with its own columns; null if there is none. */
export function cellAmong<Name extends string>(
  element: EventTarget,
  names: readonly Name[],
): Cell<Name> | null {
  if (!(element instanceof Element)) return null
  const [row, column] = element.closest('[data-cell]')?.getAttribute('data-cell')?.split(':') ?? []
  const known = names.find(candidate => candidate === column)
  return row === undefined || known === undefined ? null : { row: Number(row), column: known }
}

/** Returns the action of a key in a cell of a table with these columns; null if the browser handles it. */
export function keyAction<Name extends string>(
  press: KeyPress,
  cell: Cell<Name>,
  element: EventTarget,
  present: readonly Name[],
): KeyAction<Name> | null {
  const vertical = press.key === 'ArrowUp' ? -1 : press.key === 'ArrowDown' ? 1 : 0
  if (press.altKey) return vertical === 0 ? null : { type: 'move', by: vertical }
  if (press.ctrlKey || press.metaKey) return commands[keysOfPress(press) ?? ''] ?? null
  if (press.shiftKey) return null
  if (vertical !== 0) return { type: 'focus', cell: { ...cell, row: cell.row + vertical } }
  if (press.key === 'Enter' && isText(element)) return { type: 'focus', cell: { ...cell, row: cell.row + 1 } }
  if (press.key === 'Escape') return { type: 'restore' }
  const sideways = press.key === 'ArrowLeft' ? -1 : press.key === 'ArrowRight' ? 1 : 0
  if (sideways === 0 || !isAtEdge(element, sideways)) return null
  const column = present[present.indexOf(cell.column) + sideways]
  return column === undefined ? null : { type: 'focus', cell: { ...cell, column } }
}

const commands: Readonly<Record<string, KeyAction<never>>> = {
  'Mod+Z': { type: 'undo' },
  'Mod+Shift+Z': { type: 'redo' },
  'Mod+Y': { type: 'redo' },
  'Mod+Backspace': { type: 'remove' },
}

function isText(element: EventTarget): element is HTMLInputElement {
  return element instanceof HTMLInputElement && (element.type === 'text' || element.type === 'password')
}

/** Returns true if the cursor is at the edge of a text, and for elements without text. */
function isAtEdge(element: EventTarget, sideways: -1 | 1): boolean {
  if (!isText(element)) return true
  if (element.selectionStart !== element.selectionEnd) return false
  return element.selectionStart === (sideways === -1 ? 0 : element.value.length)
}
