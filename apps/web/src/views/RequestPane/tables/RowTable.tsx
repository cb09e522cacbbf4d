// biome-ignore-all lint/a11y/useSemanticElements: a grid of editable cells, which a <table> is not.
// biome-ignore-all lint/a11y/useFocusableInteractive: the controls in the cells take the focus.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useReducer,
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
import styles from './RowTable.module.css'
import { RowTableRow } from './RowTableRow.tsx'
import { type CellBefore, restoredCell } from './restore-cell.ts'
import type { ExtraCells, RowActions, TableWords } from './row-cells.ts'
import { type Cell, type Column, cellOfElement, keyAction } from './table-keys.ts'

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
  /** Shown between the head and the first row. */
  readonly above?: ReactNode
  /** Scrolls with the table, after its last row. */
  readonly below?: ReactNode
}

/** Above this number only the visible rows exist (behaviour, Long lists). */
const virtualRows = 100
const rowHeight = 30
export const requestWords: TableWords = { key: 'Key', tick: 'Send' }

/** A key/value table (behaviour 2.1). Its last row is always empty; typing in it adds the next one. */
export function RowTable<Item>(props: RowTableProps<Item>) {
  const { label, items, kind, known, history, historyKey, onChange, extraCells, above, below } = props
  const { actions, words = requestWords, wanted = null, valueNote } = props
  const scroller = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLDivElement>(null)
  const focusedRow = useRef(-1)
  /** The row that is about to get the focus. */
  const wantedRow = useRef(-1)
  const lastFocused = useRef<RowTableProps<Item>['wanted']>(null)
  const [, render] = useReducer((renders: number) => renders + 1, 0)
  /** The cell with the focus when it got it, which Esc restores. */
  const before = useRef<CellBefore<Item> | null>(null)
  const hasDescriptions = items.some(item => kind.text(item, 'description') !== '')
  const columns = columnsOf(extraCells !== undefined, hasDescriptions, actions)
  const isVirtual = items.length > virtualRows
  const virtualizer = useVirtualizer({
    enabled: isVirtual,
    count: items.length + 1,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    // The row with the focus is kept, because scrolling would otherwise remove the focus.
    rangeExtractor: range => {
      const kept = [focusedRow.current, wantedRow.current].filter(row => row >= 0 && row < range.count)
      return [...new Set([...defaultRangeExtractor(range), ...kept])].sort((left, right) => left - right)
    },
  })
  const shownRows = isVirtual
    ? virtualizer.getVirtualItems().map(item => item.index)
    : Array.from({ length: items.length + 1 }, (_, index) => index)

  function edit(next: readonly Item[], merge: string | null = null): void {
    if (next === items) return
    history.record(historyKey, items, next, merge)
    onChange(next)
  }

  function focusCell({ row, column }: Cell, lastRow = items.length): void {
    const index = Math.min(Math.max(row, 0), lastRow)
    const focus = () => {
      const target = table.current?.querySelector(`[data-cell="${index}:${column}"] :is(input, button)`)
      if (target instanceof HTMLElement) target.focus()
      return target instanceof HTMLElement
    }
    if (focus()) return
    // Immediately: a key that is pressed before the row exists would otherwise start from the row before.
    wantedRow.current = index
    flushSync(render)
    focus()
    wantedRow.current = -1
  }

  /** Focuses the wanted row once, because typing may move the row later. */
  function focusWanted(element: HTMLDivElement | null): void {
    table.current = element
    if (element === null || wanted === null || lastFocused.current === wanted) return
    lastFocused.current = wanted
    const row = items.findIndex(item => kind.text(item, 'key') === wanted.name)
    // Not during rendering: a row that is not visible must be rendered first.
    if (row >= 0) queueMicrotask(() => focusCell({ row, column: 'value' }))
  }

  function change(next: readonly Item[], focus: Cell): void {
    flushSync(() => edit(next))
    focusCell(focus, next.length)
    before.current &&= { ...before.current, item: next[before.current.row] ?? null }
  }

  function applyStep(next: readonly Item[] | null, cell: Cell): void {
    if (next === null) return
    const firstChange = next.findIndex((item, index) => item !== items[index])
    flushSync(() => onChange(next))
    focusCell({ column: cell.column, row: firstChange < 0 ? next.length : firstChange }, next.length)
    before.current &&= { ...before.current, item: next[before.current.row] ?? null }
  }

  /** Returns the columns of a row that can get the focus. */
  function reachable(row: number): readonly Column[] {
    return columns.filter(
      column => table.current?.querySelector(`[data-cell="${row}:${column}"] :is(input, button)`) != null,
    )
  }

  function restore(): boolean {
    const restored = before.current === null ? null : restoredCell(items, kind, before.current)
    if (restored === null) return false
    edit(restored)
    return true
  }

  function handleKeyDown(event: KeyboardEvent): void {
    const cell = cellOfElement(event.target)
    const action = cell === null ? null : keyAction(event, cell, event.target, reachable(cell.row))
    if (cell === null || action === null) return
    if (action.type === 'restore' && !restore()) return
    if (action.type === 'focus') focusCell(action.cell)
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

  function handleFocus(event: FocusEvent): void {
    const cell = cellOfElement(event.target)
    focusedRow.current = cell?.row ?? -1
    if (cell === null || (cell.row === before.current?.row && cell.column === before.current.column)) return
    before.current = { ...cell, item: items[cell.row] ?? null }
  }

  function handlePaste(event: ClipboardEvent): void {
    const cell = cellOfElement(event.target)
    if (cell === null || (cell.column !== 'key' && cell.column !== 'value')) return
    const item = items[cell.row] ?? kind.blank
    const isRowEmpty =
      cell.column === 'key' && kind.text(item, 'key') === '' && kind.text(item, 'value') === ''
    const pasted = rowsFromPaste(event.clipboardData.getData('text/plain'), isRowEmpty)
    if (pasted === null) return
    event.preventDefault()
    const next = insertItems(items, cell.row, pasted.map(kind.fromRow), kind)
    change(next, { row: cell.row + next.length - items.length, column: 'key' })
  }

  const ticked = items.filter(kind.isEnabled).length
  return (
    <div ref={scroller} className={styles.scroller}>
      <div
        ref={focusWanted}
        role="grid"
        aria-label={label}
        aria-rowcount={isVirtual ? items.length + 2 : undefined}
        className={classNames(
          styles.table,
          extraCells !== undefined && styles.withKind,
          extraCells?.hasPhrases && styles.withPhrases,
          actions !== undefined && styles.withActions,
          hasDescriptions && styles.withDescription,
        )}
        tabIndex={-1}
        onKeyDown={handleKeyDown}
        onFocus={handleFocus}
        onBlur={event => {
          if (event.currentTarget.contains(event.relatedTarget)) return
          before.current = null
          focusedRow.current = -1
        }}
        onPaste={handlePaste}
      >
        <div role="row" className={styles.head}>
          <div role="columnheader" className={styles.tick}>
            {items.length > 0 ? (
              <Checkbox
                label={`${words.tick} all`}
                isSelected={ticked === items.length}
                isIndeterminate={ticked > 0 && ticked < items.length}
                isTabStop={false}
                onChange={() => edit(toggleAllItems(items, kind))}
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
        {above}
        {shownRows.map((index, at) => (
          <RowTableRow
            key={index}
            index={index}
            gapBefore={(index - ((shownRows[at - 1] ?? -1) + 1)) * rowHeight}
            rowIndex={isVirtual ? index + 2 : undefined}
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
        {isVirtual && (
          <div
            role="presentation"
            style={{ height: (items.length - (shownRows.at(-1) ?? items.length)) * rowHeight }}
          />
        )}
      </div>
      {below}
    </div>
  )
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
