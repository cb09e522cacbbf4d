// biome-ignore-all lint/a11y/useSemanticElements: a row of a grid of editable cells, which a <table> is not.
// biome-ignore-all lint/a11y/useFocusableInteractive: nothing in it can be changed.
import { shownName } from '@parley/model'
import { Lock } from 'lucide-react'
import { classNames } from '../../../components/class-names.ts'
import styles from './RowTable.module.css'

export interface LockedRowProps {
  readonly name: string
  readonly value: string
  readonly hint: string
}

/** A row that is sent and cannot be changed here; the Tab key passes over it. */
export function LockedRow({ name, value, hint }: LockedRowProps) {
  return (
    <div role="row" className={classNames(styles.row, styles.locked)}>
      <div role="gridcell" className={styles.tick}>
        <Lock size={14} strokeWidth={1.75} role="img" aria-label="Locked" />
      </div>
      <div role="gridcell">{shownName(name)}</div>
      <div role="gridcell">
        <span className={styles.lockedValue} title={shownName(value)}>
          {shownName(value)}
        </span>
        <span className={styles.hint} title={shownName(hint)}>
          {shownName(hint)}
        </span>
      </div>
      <div role="gridcell" />
    </div>
  )
}
