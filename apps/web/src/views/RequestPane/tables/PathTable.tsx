// biome-ignore-all lint/a11y/useSemanticElements: a grid of editable cells, which a <table> is not.
// biome-ignore-all lint/a11y/useFocusableInteractive: the controls in the cells take the focus.
import { type Row, shownName } from '@parley/model'
import { type FocusEvent, type KeyboardEvent, useRef } from 'react'
import { VariableInput } from '../../../components/fields/VariableInput.tsx'
import { rowKind } from '../../../workbench/request/table-kind.ts'
import type { KnownVariables } from '../../../workbench/variables/describe-variable.ts'
import styles from './RowTable.module.css'
import { type CellBefore, restoredCell } from './restore-cell.ts'
import { cellOfElement } from './table-keys.ts'

export interface PathTableProps {
  readonly rows: readonly Row[]
  readonly known: KnownVariables
  readonly onChange: (name: string, value: string) => void
}

/** The values of the path variables of a URL. The URL names them, so only values are typed here. */
export function PathTable({ rows, known, onChange }: PathTableProps) {
  /** The value with the focus when it got it, which Esc restores. */
  const before = useRef<CellBefore<Row> | null>(null)

  function handleFocus(event: FocusEvent): void {
    const cell = cellOfElement(event.target)
    before.current = cell === null ? null : { ...cell, item: rows[cell.row] ?? null }
  }

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || before.current === null) return
    const restored = restoredCell(rows, rowKind, before.current)?.[before.current.row]
    if (restored === undefined) return
    onChange(restored.name, restored.value)
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div
      role="grid"
      aria-label="Path"
      className={styles.table}
      tabIndex={-1}
      onFocus={handleFocus}
      onKeyDown={handleKeyDown}
    >
      <div role="row" className={styles.head}>
        <div role="columnheader" className={styles.tick}>
          <span className="unseen">Path variable</span>
        </div>
        <div role="columnheader">Path</div>
        <div role="columnheader">Value</div>
        <div role="columnheader">
          <span className="unseen">Nothing</span>
        </div>
      </div>
      {rows.map((row, index) => (
        <div key={row.name} role="row" className={styles.row}>
          <div role="gridcell" className={styles.tick} />
          <div role="gridcell" className={styles.pathName}>
            {shownName(row.name)}
          </div>
          <div role="gridcell" data-cell={`${index}:value`}>
            <VariableInput
              label={`Value of ${row.name}`}
              placeholder="Value"
              value={row.value}
              known={known}
              onChange={value => onChange(row.name, value)}
            />
          </div>
          <div role="gridcell" />
        </div>
      ))}
    </div>
  )
}
