// biome-ignore-all lint/a11y/useSemanticElements: a grid of editable cells, which a <table> is not.
// biome-ignore-all lint/a11y/useFocusableInteractive: the controls in the cells take the focus.
import type { Row } from '@parley/model'
import { Trash2 } from 'lucide-react'
import { Checkbox } from '../../components/Checkbox.tsx'
import { classNames } from '../../components/class-names.ts'
import styles from './RowTable.module.css'

export interface RowTableRowProps {
  readonly index: number
  /** Null for the empty row at the end. */
  readonly row: Row | null
  readonly onChange: (part: Partial<Row>) => void
  readonly onRemove: () => void
}

/** One row. Tab goes through Key and Value; tick and bin are reached with the arrow keys. */
export function RowTableRow({ index, row, onChange, onRemove }: RowTableRowProps) {
  const isOff = row !== null && !row.enabled
  return (
    <div role="row" className={classNames(styles.row, isOff && styles.off)}>
      <div role="gridcell" className={styles.tick} data-cell={`${index}:check`}>
        {row !== null && (
          <Checkbox
            label={`Send ${row.name === '' ? 'row' : row.name}`}
            isSelected={row.enabled}
            isTabStop={false}
            onChange={() => onChange({ enabled: !row.enabled })}
          />
        )}
      </div>
      <div role="gridcell" data-cell={`${index}:key`}>
        <input
          type="text"
          className={styles.input}
          aria-label="Key"
          placeholder={row === null ? 'Key' : undefined}
          value={row?.name ?? ''}
          autoComplete="off"
          spellCheck={false}
          onChange={event => onChange({ name: event.target.value })}
        />
      </div>
      <div role="gridcell" data-cell={`${index}:value`}>
        <input
          type="text"
          className={styles.input}
          aria-label="Value"
          placeholder={row === null ? 'Value' : undefined}
          value={row?.value ?? ''}
          // From the empty row's empty Key, Tab leaves the table.
          tabIndex={row === null ? -1 : 0}
          autoComplete="off"
          spellCheck={false}
          onChange={event => onChange({ value: event.target.value })}
        />
      </div>
      <div role="gridcell" className={styles.bin} data-cell={`${index}:remove`}>
        {row !== null && (
          <button type="button" tabIndex={-1} aria-label="Remove" title="Remove" onClick={onRemove}>
            <Trash2 size={14} strokeWidth={1.75} aria-hidden="true" />
          </button>
        )}
      </div>
    </div>
  )
}
