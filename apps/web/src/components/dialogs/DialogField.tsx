import { useId } from 'react'
import { classNames } from '../class-names.ts'
import styles from './DialogField.module.css'

export interface DialogFieldProps {
  readonly label: string
  readonly value: string
  /** Whether it has the focus when the dialog opens. */
  readonly isFirst?: boolean
  /** Whether its text is selected when it gets the focus, to be replaced. */
  readonly isReplaced?: boolean
  readonly isSecret?: boolean
  /** Whether it has several lines, which are shown. */
  readonly isMultiline?: boolean
  readonly hint?: string
  readonly onChange: (value: string) => void
}

/** A text that a dialog asks for, under its label. */
export function DialogField(props: DialogFieldProps) {
  const {
    label,
    value,
    isFirst = false,
    isReplaced = false,
    isSecret = false,
    isMultiline = false,
    hint,
    onChange,
  } = props
  const [id, hintId] = [useId(), useId()]
  const attributes = {
    id,
    className: styles.input,
    'aria-describedby': hint === undefined ? undefined : hintId,
    autoFocus: isFirst,
    value,
    autoComplete: 'off',
    spellCheck: false,
    onFocus: (event: { readonly currentTarget: { select(): void } }) => {
      if (isReplaced) event.currentTarget.select()
    },
    onChange: (event: { readonly target: { readonly value: string } }) => onChange(event.target.value),
  }
  return (
    <>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {isMultiline ? (
        <textarea {...attributes} />
      ) : (
        <span className={classNames(styles.line, isSecret && value !== '' && styles.secret)}>
          <input type={isSecret ? 'password' : 'text'} {...attributes} />
        </span>
      )}
      {hint !== undefined && (
        <span id={hintId} className={styles.hint}>
          {hint}
        </span>
      )}
    </>
  )
}
