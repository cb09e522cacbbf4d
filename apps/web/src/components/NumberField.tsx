import { Input } from 'react-aria-components/Input'
import { NumberField as AriaNumberField } from 'react-aria-components/NumberField'
import styles from './NumberField.module.css'

export interface NumberFieldProps {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  /** Behind the number, such as `ms`. */
  readonly unit?: string
  /** Called with a whole number within the limits once it is typed. */
  readonly onChange: (value: number) => void
}

/** A whole number. What lies outside the limits becomes the nearest within them when the field is left. */
export function NumberField({ label, value, min, max, unit, onChange }: NumberFieldProps) {
  return (
    <AriaNumberField
      aria-label={label}
      value={value}
      minValue={min}
      maxValue={max}
      step={1}
      formatOptions={{ useGrouping: false, maximumFractionDigits: 0 }}
      className={styles.field ?? ''}
      onChange={typed => onChange(Number.isNaN(typed) ? min : typed)}
    >
      <Input className={styles.input ?? ''} />
      <span className={styles.unit} aria-hidden="true">
        {unit}
      </span>
    </AriaNumberField>
  )
}
