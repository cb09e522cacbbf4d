import { type ReactNode, type Ref, useId } from 'react'
import { classNames } from '../class-names.ts'
import styles from './TextSetting.module.css'

export interface TextSettingProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** Called when the field loses the focus. */
  readonly onBlur?: () => void
  readonly placeholder?: string
  /** Below the field. */
  readonly hint?: string
  readonly isSecret?: boolean
  readonly isCode?: boolean
  readonly isDisabled?: boolean
  /** Follows the field. */
  readonly end?: ReactNode
  /** Lets the parent focus the field. */
  readonly ref?: Ref<HTMLInputElement>
}

/** A setting that is one line of text, with its label. */
export function TextSetting(props: TextSettingProps) {
  const {
    label,
    value,
    onChange,
    onBlur,
    placeholder,
    hint,
    isSecret = false,
    isCode = false,
    isDisabled,
    end,
    ref,
  } = props
  const id = useId()
  return (
    <div className={styles.row}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.field}>
        <div className={classNames(styles.line, isSecret && value !== '' && styles.secret)}>
          <input
            ref={ref}
            id={id}
            className={classNames(styles.input, isCode && styles.code)}
            type={isSecret ? 'password' : 'text'}
            value={value}
            placeholder={placeholder}
            disabled={isDisabled}
            autoComplete="off"
            spellCheck={false}
            aria-describedby={hint === undefined ? undefined : `${id}-hint`}
            onChange={event => onChange(event.target.value)}
            onBlur={onBlur}
          />
          {end}
        </div>
        {hint !== undefined && (
          <p id={`${id}-hint`} className={styles.hint}>
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}

export interface FormRowProps {
  readonly label: string
  readonly children: ReactNode
}

/** A row of a form whose control carries the label as its accessible name. */
export function FormRow({ label, children }: FormRowProps) {
  return (
    <div className={styles.row}>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      <div className={styles.control}>{children}</div>
    </div>
  )
}
