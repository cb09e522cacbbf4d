import type { ReactNode } from 'react'
import { FittingChoice, type FittingChoiceProps } from './buttons/FittingChoice.tsx'
import styles from './Section.module.css'

export interface SegmentedPanelProps<Value extends string> {
  readonly select: Omit<FittingChoiceProps<Value>, 'isCrowded'>
  /** Follows the choices and fills the rest of the row. */
  readonly end: ReactNode
  /** What the selected choice shows. */
  readonly children: ReactNode
}

/** The parts of a section: a row that chooses one, and the chosen one below. */
export function SegmentedPanel<Value extends string>({ select, end, children }: SegmentedPanelProps<Value>) {
  return (
    <div className={styles.section}>
      <div className={styles.row}>
        <FittingChoice {...select} />
        {end}
      </div>
      <div key={select.value} className={styles.panel}>
        {children}
      </div>
    </div>
  )
}
