import type { ReactNode } from 'react'
import styles from './SettingRow.module.css'

export interface SettingRowProps {
  readonly label: string
  /** What the setting does, or when it applies. */
  readonly detail?: ReactNode
  /** The control, which carries the label as its accessible name. */
  readonly children: ReactNode
}

/** One setting: its label on the left, its control on the right. */
export function SettingRow({ label, detail, children }: SettingRowProps) {
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <div>{label}</div>
        {detail !== undefined && <div className="detail">{detail}</div>}
      </div>
      {children}
    </div>
  )
}
