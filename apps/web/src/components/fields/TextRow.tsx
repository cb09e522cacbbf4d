import { useId } from 'react'
import { SettingRow } from './SettingRow.tsx'
import styles from './TextRow.module.css'

export interface TextRowProps {
  readonly label: string
  /** What the setting does. */
  readonly detail: string
  /** Why the text is invalid, in place of the detail; null if it is valid. */
  readonly problem?: string | null
  readonly placeholder?: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A setting that is a line of text. */
export function TextRow({ label, detail, problem = null, placeholder, value, onChange }: TextRowProps) {
  const problemId = useId()
  const isInvalid = problem !== null
  return (
    <SettingRow
      label={label}
      detail={
        isInvalid ? (
          <span id={problemId} className={styles.problem}>
            {problem}
          </span>
        ) : (
          detail
        )
      }
    >
      <input
        className={styles.field}
        type="text"
        aria-label={label}
        aria-invalid={isInvalid}
        aria-describedby={isInvalid ? problemId : undefined}
        value={value}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        onChange={event => onChange(event.target.value)}
      />
    </SettingRow>
  )
}
