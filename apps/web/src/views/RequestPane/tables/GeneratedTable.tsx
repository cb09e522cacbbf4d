// biome-ignore-all lint/a11y/useSemanticElements: a grid like the one above it, which a <table> is not.
// biome-ignore-all lint/a11y/useFocusableInteractive: nothing in it can be changed.
import type { GeneratedField } from '../../../workbench/request/generated-fields.ts'
import { LockedRow } from './LockedRow.tsx'
import styles from './RowTable.module.css'

export interface GeneratedTableProps {
  /** Where they come from. */
  readonly label?: 'Generated' | 'Inherited'
  readonly fields: readonly GeneratedField[]
}

/** The fields that a send adds by itself, locked, below those of the user. */
export function GeneratedTable({ label = 'Generated', fields }: GeneratedTableProps) {
  return (
    <div role="grid" aria-label={label} className={styles.table}>
      <div role="row" className={styles.head}>
        <div role="columnheader" className={styles.tick}>
          <span className="unseen">Locked</span>
        </div>
        <div role="columnheader">{label}</div>
        <div role="columnheader">Value</div>
        <div role="columnheader">
          <span className="unseen">Nothing</span>
        </div>
      </div>
      {fields.map(({ name, value, hint }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows repeat and have no state.
        <LockedRow key={index} name={name} value={value ?? 'Known when sent'} hint={hint} />
      ))}
    </div>
  )
}
