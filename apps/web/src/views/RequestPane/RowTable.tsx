// biome-ignore-all lint/a11y/useSemanticElements: a grid of editable cells, which a <table> is not.
// biome-ignore-all lint/a11y/useFocusableInteractive: the controls in the cells take the focus.
import type { Row } from '@parley/model'
import { Lock } from 'lucide-react'
import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, type ReactNode, useRef } from 'react'
import { flushSync } from 'react-dom'
import { Checkbox } from '../../components/Checkbox.tsx'
import { classNames } from '../../components/class-names.ts'
import {
  changeRow,
  insertRows,
  moveRow,
  removeRow,
  rowsFromText,
  toggleAllRows,
} from '../../workbench/edit-rows.ts'
import styles from './RowTable.module.css'
import { RowTableRow } from './RowTableRow.tsx'
import { type Cell, cellOfElement, keyAction } from './table-keys.ts'

export interface LockedRow {
  readonly name: string
  readonly value: string
  readonly hint: string
}

export interface RowTableProps {
  readonly label: string
  readonly rows: readonly Row[]
  readonly onChange: (rows: readonly Row[]) => void
  readonly lockedRow?: LockedRow | null
  /** Scrolls with the table, after its last row. */
  readonly below?: ReactNode
}

/** A key/value table (spec 2.1). Its last row is always empty; typing in it adds the next one. */
export function RowTable({ label, rows, onChange, lockedRow = null, below = null }: RowTableProps) {
  const table = useRef<HTMLDivElement>(null)
  /** The row as it was when its cell got the focus: Esc brings it back. */
  const beforeEdit = useRef<{ readonly index: number; readonly row: Row | null }>({ index: -1, row: null })

  function focusCell({ row, column }: Cell): void {
    const last = rows.length
    const target = table.current?.querySelector(
      `[data-cell="${Math.min(Math.max(row, 0), last)}:${column}"] :is(input, button)`,
    )
    if (target instanceof HTMLElement) target.focus()
  }

  function change(next: readonly Row[], focus?: Cell): void {
    flushSync(() => onChange(next))
    if (focus === undefined) return
    const target = table.current?.querySelector(
      `[data-cell="${focus.row}:${focus.column}"] :is(input, button)`,
    )
    if (target instanceof HTMLElement) target.focus()
  }

  function handleKeyDown(event: KeyboardEvent): void {
    const cell = cellOfElement(event.target)
    if (cell === null) return
    const action = keyAction(event, cell, event.target)
    if (action === null) return
    if (action.type === 'restore') {
      const { index, row } = beforeEdit.current
      if (index !== cell.row || rows[cell.row] === undefined || rows[cell.row] === row) return
      onChange(row === null ? removeRow(rows, cell.row) : changeRow(rows, cell.row, row))
    } else if (action.type === 'focus') {
      focusCell(action.cell)
    } else if (action.type === 'remove') {
      if (cell.row >= rows.length) return
      change(removeRow(rows, cell.row), cell)
    } else {
      change(moveRow(rows, cell.row, action.by), {
        ...cell,
        row: Math.min(rows.length - 1, Math.max(0, cell.row + action.by)),
      })
    }
    event.preventDefault()
  }

  function handleFocus(event: FocusEvent): void {
    const cell = cellOfElement(event.target)
    if (cell !== null && cell.row !== beforeEdit.current.index) {
      beforeEdit.current = { index: cell.row, row: rows[cell.row] ?? null }
    }
  }

  function handlePaste(event: ClipboardEvent): void {
    const cell = cellOfElement(event.target)
    const pasted = rowsFromText(event.clipboardData.getData('text/plain'))
    if (cell === null || pasted === null) return
    event.preventDefault()
    change(insertRows(rows, cell.row, pasted), { row: cell.row + pasted.length, column: 'key' })
  }

  const ticked = rows.filter(row => row.enabled).length
  return (
    <div className={styles.scroller}>
      <div
        ref={table}
        role="grid"
        aria-label={label}
        className={styles.table}
        tabIndex={-1}
        onKeyDown={handleKeyDown}
        onFocus={handleFocus}
        onBlur={event => {
          if (!event.currentTarget.contains(event.relatedTarget)) {
            beforeEdit.current = { index: -1, row: null }
          }
        }}
        onPaste={handlePaste}
      >
        <div role="row" className={styles.head}>
          <div role="columnheader" className={styles.tick}>
            {rows.length > 0 ? (
              <Checkbox
                label="Send all"
                isSelected={ticked === rows.length}
                isIndeterminate={ticked > 0 && ticked < rows.length}
                isTabStop={false}
                onChange={() => onChange(toggleAllRows(rows))}
              />
            ) : (
              <span className={styles.hidden}>Send</span>
            )}
          </div>
          <div role="columnheader">Key</div>
          <div role="columnheader">Value</div>
          <div role="columnheader">
            <span className={styles.hidden}>Remove</span>
          </div>
        </div>
        {lockedRow !== null && <LockedTableRow row={lockedRow} />}
        {[...rows, null].map((row, index) => (
          <RowTableRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place alone.
            key={index}
            index={index}
            row={row}
            onChange={part => onChange(changeRow(rows, index, part))}
            onRemove={() => change(removeRow(rows, index), { row: index, column: 'key' })}
          />
        ))}
      </div>
      {below}
    </div>
  )
}

function LockedTableRow({ row }: { readonly row: LockedRow }) {
  return (
    <div role="row" className={classNames(styles.row, styles.locked)}>
      <div role="gridcell" className={styles.tick}>
        <Lock size={14} strokeWidth={1.75} role="img" aria-label="Locked" />
      </div>
      <div role="gridcell">{row.name}</div>
      <div role="gridcell">
        <span className={styles.lockedValue}>{row.value}</span>
        <span className={styles.hint}>{row.hint}</span>
      </div>
      <div role="gridcell" />
    </div>
  )
}
