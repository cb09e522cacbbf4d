import type { ReactNode } from 'react'
import { FittingChoice, type FittingChoiceProps } from './buttons/FittingChoice.tsx'
import sectionStyles from './Section.module.css'
import styles from './SegmentedPanel.module.css'

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
    <div className={sectionStyles.section}>
      <div className={styles.row}>
        <FittingChoice {...select} />
        {end}
      </div>
      <div key={select.value} className={sectionStyles.panel}>
        {children}
      </div>
    </div>
  )
}
