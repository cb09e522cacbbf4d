import { Input } from 'react-aria-components/Input'
import { NumberField as AriaNumberField } from 'react-aria-components/NumberField'
import styles from './NumberField.module.css'

interface NumberFieldLimits {
  readonly label: string
  readonly min: number
  readonly max: number
  /** Behind the number, such as `ms`; an empty text keeps its room, so that fields below each other line up. */
  readonly unit?: string
}

export interface NumberFieldProps extends NumberFieldLimits {
  readonly value: number
  /** Called with a whole number within the limits once it is typed. */
  readonly onChange: (value: number) => void
}

/** A whole number. What lies outside the limits becomes the nearest within them when the field is left. */
export function NumberField({ onChange, ...props }: NumberFieldProps) {
  return <AnyNumberField {...props} onChange={typed => onChange(typed ?? props.min)} />
}

export interface OptionalNumberFieldProps extends NumberFieldLimits {
  /** Null: none of its own. */
  readonly value: number | null
  /** What an empty field stands for. */
  readonly placeholder: string
  readonly onChange: (value: number | null) => void
}

/** A whole number that may be left out. */
export function OptionalNumberField(props: OptionalNumberFieldProps) {
  return <AnyNumberField {...props} />
}

type AnyNumberFieldProps = Omit<OptionalNumberFieldProps, 'placeholder'> & { readonly placeholder?: string }

function AnyNumberField({ label, value, min, max, unit, placeholder, onChange }: AnyNumberFieldProps) {
  return (
    <AriaNumberField
      aria-label={label}
      value={value ?? Number.NaN}
      minValue={min}
      maxValue={max}
      step={1}
      formatOptions={{ useGrouping: false, maximumFractionDigits: 0 }}
      className={styles.field ?? ''}
      onChange={typed => onChange(Number.isNaN(typed) ? null : typed)}
    >
      <Input className={styles.input ?? ''} {...(placeholder === undefined ? {} : { placeholder })} />
      {unit !== undefined && (
        <span className={styles.unit} aria-hidden="true">
          {unit}
        </span>
      )}
    </AriaNumberField>
  )
}
