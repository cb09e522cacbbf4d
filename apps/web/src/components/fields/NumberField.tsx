import { useContext } from 'react'
import { Input } from 'react-aria-components/Input'
import { NumberField as AriaNumberField, NumberFieldStateContext } from 'react-aria-components/NumberField'
import styles from './NumberField.module.css'

interface NumberFieldLimits {
  readonly label: string
  readonly min: number
  readonly max: number
  /**
   * Shown after the number, for example `ms`. An empty text keeps its space, so that fields below each other
   * line up.
   */
  readonly unit?: string
  /** Whether it has the focus when its dialog opens. */
  readonly isFirst?: boolean
}

export interface NumberFieldProps extends NumberFieldLimits {
  readonly value: number
  /** Called when an integer within the limits was typed. */
  readonly onChange: (value: number) => void
}

/**
 * A field for an integer. A value outside the limits is corrected to the nearest limit when the field loses
 * the focus.
 */
export function NumberField({ onChange, ...props }: NumberFieldProps) {
  return <AnyNumberField {...props} onChange={typed => onChange(typed ?? props.min)} />
}

export interface OptionalNumberFieldProps extends NumberFieldLimits {
  /** Null if none is set. */
  readonly value: number | null
  /** The value that an empty field means. */
  readonly placeholder: string
  readonly onChange: (value: number | null) => void
}

/** A field for an optional integer. */
export function OptionalNumberField(props: OptionalNumberFieldProps) {
  return <AnyNumberField {...props} />
}

type AnyNumberFieldProps = Omit<OptionalNumberFieldProps, 'placeholder'> & { readonly placeholder?: string }

/** One object: the field takes another one for a change, and drops what was typed. */
const integers: Intl.NumberFormatOptions = { useGrouping: false, maximumFractionDigits: 0 }

function AnyNumberField(props: AnyNumberFieldProps) {
  const { label, value, min, max, unit, isFirst = false, placeholder, onChange } = props
  return (
    <AriaNumberField
      aria-label={label}
      value={value ?? Number.NaN}
      minValue={min}
      maxValue={max}
      step={1}
      autoFocus={isFirst}
      formatOptions={integers}
      className={styles.field ?? ''}
      onChange={typed => onChange(Number.isNaN(typed) ? null : typed)}
    >
      <NumberInput {...(placeholder === undefined ? {} : { placeholder })} />
      {unit !== undefined && (
        <span className={styles.unit} aria-hidden="true">
          {unit}
        </span>
      )}
    </AriaNumberField>
  )
}

/** Esc may close the dialog around the field, which then never loses the focus: the number is taken before. */
function NumberInput({ placeholder }: { readonly placeholder?: string }) {
  const state = useContext(NumberFieldStateContext)
  return (
    <Input
      className={styles.input ?? ''}
      {...(placeholder === undefined ? {} : { placeholder })}
      onKeyDown={event => {
        if (event.key === 'Escape') state?.commit()
      }}
    />
  )
}
