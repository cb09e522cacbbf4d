import { Switch as AriaSwitch } from 'react-aria-components/Switch'
import styles from './Switch.module.css'

export interface SwitchProps {
  readonly label: string
  readonly isSelected: boolean
  readonly onChange: (isSelected: boolean) => void
}

/** A switch that takes effect immediately, unlike a checkbox, which is part of the data. */
export function Switch({ label, isSelected, onChange }: SwitchProps) {
  return (
    <AriaSwitch
      aria-label={label}
      isSelected={isSelected}
      onChange={onChange}
      className={styles.switch ?? ''}
    >
      <span className={styles.track}>
        <span className={styles.thumb} />
      </span>
    </AriaSwitch>
  )
}
