// biome-ignore-all lint/a11y/useSemanticElements: a grid of editable cells, which a <table> is not.
// biome-ignore-all lint/a11y/useFocusableInteractive: the controls in the cells take the focus.
import { type Row, row } from '@parley/model'
import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useRef,
} from 'react'
import { flushSync } from 'react-dom'
import { Checkbox } from '../../../components/buttons/Checkbox.tsx'
import { classNames } from '../../../components/class-names.ts'
import {
  changeItem,
  insertItems,
  moveItem,
  removeItem,
  toggleAllItems,
} from '../../../workbench/request/edit-rows.ts'
import { rowsFromPaste } from '../../../workbench/request/paste-rows.ts'
import type { RowHistory } from '../../../workbench/request/row-history.ts'
import type { TableKind } from '../../../workbench/request/table-kind.ts'
import type { KnownVariables } from '../../../workbench/variables/describe-variable.ts'
import { afterDialogsClose } from '../../Shortcuts/focus-pane.ts'
import styles from './RowTable.module.css'
import { RowTableRow } from './RowTableRow.tsx'
import { type CellBefore, restoredCell } from './restore-cell.ts'
import type { ExtraCells, RowActions, TableWords } from './row-cells.ts'
import type { RowCommand } from './TableRowMenu.tsx'
import { type Cell, type Column, cellOfElement, keyAction } from './table-keys.ts'
import { useRowMenu } from './use-row-menu.tsx'
import { useTableCells } from './use-table-cells.ts'

export interface RowTableProps<Item> {
  readonly label: string
  readonly items: readonly Item[]
  readonly kind: TableKind<Item>
  readonly known: KnownVariables
  readonly history: RowHistory<Item>
  /** Identifies this table among all tables of all tabs. */
  readonly historyKey: string
  readonly onChange: (items: readonly Item[]) => void
  readonly extraCells?: ExtraCells<Item>
  readonly actions?: RowActions<Item>
  readonly words?: TableWords
  /** What follows the value in its cell: what else the user should know about it; null: nothing. */
  readonly valueNote?: (item: Item) => ReactNode
  /** The name whose row gets the focus; a new object each time. */
  readonly wanted?: { readonly name: string } | null
  /** Whether a row shows; absent: all do. The row with the focus and the empty one always show. */
  readonly shows?: ((item: Item) => boolean) | undefined
  /** Shown between the head and the first row. */
  readonly above?: ReactNode
  /** Scrolls with the table, after its last row. */
  readonly below?: ReactNode
}

export const requestWords: TableWords = { key: 'Key', tick: 'Send' }

/** A key/value table (behaviour 2.1). Its last row is always empty; typing in it adds the next one. */
export function RowTable<Item>(props: RowTableProps<Item>) {
  const { label, items, kind, known, extraCells, above, below } = props
  const { actions, words = requestWords, valueNote } = props
  const hasDescriptions = items.some(item => kind.text(item, 'description') !== '')
  const columns = columnsOf(extraCells !== undefined, hasDescriptions, actions)
  const cells = useCells(props)
  const { edit, change, handlers } = useRowEdits(props, columns, cells)
  const rowMenu = useRowMenu({
    rowCount: items.length,
    isMasked: row => isMaskedRow(props, row),
    onCommand: (command, row) => void runRowCommand(command, row, props, change),
  })
  const { scroller, isVirtual, after } = cells.rows
  return (
    <div ref={scroller} className={styles.scroller}>
      <div
        ref={cells.ref}
        role="grid"
        aria-label={label}
        aria-rowcount={isVirtual ? cells.shownCount + 1 : undefined}
        className={classNames(gridClasses(props), hasDescriptions && styles.withDescription)}
        tabIndex={-1}
        {...handlers}
        {...rowMenu.handlers}
      >
        <HeadRow {...props} hasDescriptions={hasDescriptions} onEdit={edit} />
        {above}
        {cells.existing.map(({ index, place, gapBefore }) => (
          <RowTableRow
            key={index}
            index={index}
            gapBefore={gapBefore}
            rowIndex={isVirtual ? place + 2 : undefined}
            item={items[index] ?? null}
            kind={kind}
            known={known}
            columns={columns}
            extraCells={extraCells}
            actions={actions}
            words={words}
            valueNote={valueNote}
            onChange={(update, merge) => edit(changeItem(items, index, kind.blank, update), merge)}
            onRemove={() => change(removeItem(items, index), { row: index, column: 'key' })}
          />
        ))}
        {after > 0 && <div role="presentation" style={{ height: after }} />}
      </div>
      {rowMenu.menu}
      {below}
    </div>
  )
}

function gridClasses<Item>({ extraCells, actions }: RowTableProps<Item>): string {
  return classNames(
    styles.table,
    extraCells !== undefined && styles.withKind,
    extraCells?.hasPhrases && styles.withPhrases,
    actions !== undefined && styles.withActions,
  )
}

interface HeadRowProps<Item>
  extends Pick<RowTableProps<Item>, 'items' | 'kind' | 'words' | 'extraCells' | 'actions'> {
  readonly hasDescriptions: boolean
  readonly onEdit: (next: readonly Item[]) => void
}

function HeadRow<Item>(props: HeadRowProps<Item>) {
  const { items, kind, words = requestWords, extraCells, actions, hasDescriptions, onEdit } = props
  const ticked = items.filter(kind.isEnabled).length
  return (
    <div role="row" className={styles.head}>
      <div role="columnheader" className={styles.tick}>
        {items.length > 0 ? (
          <Checkbox
            label={`${words.tick} all`}
            isSelected={ticked === items.length}
            isIndeterminate={ticked > 0 && ticked < items.length}
            isTabStop={false}
            onChange={() => onEdit(toggleAllItems(items, kind))}
          />
        ) : (
          <span className="unseen">{words.tick}</span>
        )}
      </div>
      <div role="columnheader">{words.key}</div>
      {extraCells !== undefined && <div role="columnheader">{extraCells.heads.kind}</div>}
      <div role="columnheader">{words.value ?? 'Value'}</div>
      {extraCells !== undefined && <div role="columnheader">{extraCells.heads.type}</div>}
      {hasDescriptions && <div role="columnheader">Description</div>}
      {actions?.columns.map(({ column, label: name }) => (
        <div key={column} role="columnheader" className={styles.action}>
          <span className="unseen">{name}</span>
        </div>
      ))}
      <div role="columnheader">
        <span className="unseen">Remove</span>
      </div>
    </div>
  )
}

/** The cells of a table, one of which may be wanted. */
function useCells<Item>({ items, kind, shows, wanted = null }: RowTableProps<Item>) {
  const lastFocused = useRef<RowTableProps<Item>['wanted']>(null)
  const cells = useTableCells<Column>(items.length + 1, row => {
    const item = items[row]
    return shows === undefined || (item !== undefined && shows(item))
  })
  return {
    ...cells,
    /** Focuses the wanted row once, because typing may move the row later. */
    ref(element: HTMLDivElement | null): void {
      cells.table.current = element
      if (element === null || wanted === null || lastFocused.current === wanted) return
      lastFocused.current = wanted
      const row = items.findIndex(item => kind.text(item, 'key') === wanted.name)
      // Not during rendering: a row that is not visible must be rendered first.
      if (row >= 0) queueMicrotask(() => cells.focusCell({ row, column: 'value' }))
    },
  }
}

/** What changes the rows of a table, and what the keys, the focus and a paste do in it. */
function useRowEdits<Item>(
  props: RowTableProps<Item>,
  columns: readonly Column[],
  { focusedRow, focusCell, rowAfter, isReachable }: ReturnType<typeof useCells<Item>>,
) {
  const { items, kind, history, historyKey, onChange } = props
  const { before, onFocus, onBlur } = useCellBefore(items, focusedRow)

  function edit(next: readonly Item[], merge: string | null = null): void {
    if (next === items) return
    history.record(historyKey, items, next, merge)
    onChange(next)
  }

  /** Applies rows at once, so that a cell of theirs can get the focus. */
  function apply(next: readonly Item[], focus: Cell, take: (rows: readonly Item[]) => void): void {
    flushSync(() => take(next))
    focusCell(focus, next.length)
    before.current &&= { ...before.current, item: next[before.current.row] ?? null }
  }

  const change = (next: readonly Item[], focus: Cell) => apply(next, focus, rows => edit(rows))

  function applyStep(next: readonly Item[] | null, { column }: Cell): void {
    if (next === null) return
    const firstChange = next.findIndex((item, index) => item !== items[index])
    apply(next, { column, row: firstChange < 0 ? next.length : firstChange }, onChange)
  }

  function restore(): boolean {
    const restored = before.current === null ? null : restoredCell(items, kind, before.current)
    if (restored !== null) edit(restored)
    return restored !== null
  }

  function onKeyDown(event: KeyboardEvent): void {
    const cell = cellOfElement(event.target)
    if (cell === null) return
    const reachable = columns.filter(column => isReachable({ row: cell.row, column }))
    const action = keyAction(event, cell, event.target, reachable)
    if (action === null || (action.type === 'restore' && !restore())) return
    if (action.type === 'focus')
      focusCell({ ...action.cell, row: rowAfter(cell.row, action.cell.row - cell.row) })
    if (action.type === 'undo') applyStep(history.undo(historyKey, items), cell)
    if (action.type === 'redo') applyStep(history.redo(historyKey, items), cell)
    if (action.type === 'remove' && cell.row < items.length) change(removeItem(items, cell.row), cell)
    if (action.type === 'move') {
      const row = Math.min(items.length - 1, Math.max(0, cell.row + action.by))
      change(moveItem(items, cell.row, action.by), { ...cell, row })
    }
    event.preventDefault()
    event.stopPropagation()
  }

  const onPaste = (event: ClipboardEvent) => pasteRows(event, props, change)
  return { edit, change, handlers: { onKeyDown, onFocus, onBlur, onPaste } }
}

/** The cell with the focus when it got it, which Esc restores. */
function useCellBefore<Item>(items: readonly Item[], focusedRow: RefObject<number>) {
  const before = useRef<CellBefore<Item> | null>(null)
  return {
    before,
    onFocus(event: FocusEvent): void {
      const cell = cellOfElement(event.target)
      focusedRow.current = cell?.row ?? -1
      if (cell === null || (cell.row === before.current?.row && cell.column === before.current.column)) return
      before.current = { ...cell, item: items[cell.row] ?? null }
    },
    onBlur(event: FocusEvent): void {
      if (event.currentTarget.contains(event.relatedTarget)) return
      before.current = null
      focusedRow.current = -1
    },
  }
}

function isMaskedRow<Item>({ items, actions }: RowTableProps<Item>, row: number): boolean {
  const item = items[row]
  return item !== undefined && actions?.isMasked(item) === true
}

/** Does what was chosen in the menu of a row. */
async function runRowCommand<Item>(
  command: RowCommand,
  row: number,
  { items, kind }: RowTableProps<Item>,
  change: (next: readonly Item[], focus: Cell) => void,
): Promise<void> {
  const { copyRow, rowAfter } = await import('./row-commands.ts')
  const item = items[row]
  if (item === undefined) return
  if (command === 'copy') return copyRow(item, kind)
  const { next, focused } = rowAfter(command, items, row)
  afterDialogsClose(() => change(next, { row: focused, column: 'key' }))
}

/** Inserts what is pasted as rows, if it is more than the text of a cell. */
function pasteRows<Item>(
  event: ClipboardEvent,
  { items, kind }: RowTableProps<Item>,
  change: (next: readonly Item[], focus: Cell) => void,
): void {
  const cell = cellOfElement(event.target)
  if (cell === null || (cell.column !== 'key' && cell.column !== 'value')) return
  const item = items[cell.row] ?? kind.blank
  const isRowEmpty = cell.column === 'key' && kind.text(item, 'key') === '' && kind.text(item, 'value') === ''
  const text = event.clipboardData.getData('text/plain')
  const pasted = rowsFromPaste(text, isRowEmpty)
  const insert = (rows: readonly Row[]) => {
    const next = insertItems(items, cell.row, rows.map(kind.fromRow), kind)
    change(next, { row: cell.row + next.length - items.length, column: 'key' })
  }
  const read = isRowEmpty && ['=', ':', '\n'].some(mark => text.includes(mark)) ? kind.readPaste : undefined
  if (pasted === null && read === undefined) return
  event.preventDefault()
  if (read === undefined) insert(pasted ?? [])
  else
    void read(text)
      .catch(() => null)
      .then(rows => insert(rows ?? pasted ?? [row(text.split('\n').join(' ').trim(), '')]))
}

function columnsOf<Item>(
  hasKind: boolean,
  hasDescriptions: boolean,
  actions: RowActions<Item> | undefined,
): readonly Column[] {
  return [
    'check',
    'key',
    ...(hasKind ? (['kind'] as const) : []),
    'value',
    ...(hasKind ? (['type'] as const) : []),
    ...(hasDescriptions ? (['description'] as const) : []),
    ...(actions?.columns.map(({ column }) => column) ?? []),
    'remove',
  ]
}
