import { Search } from 'lucide-react'
import styles from './SearchField.module.css'

export interface SearchFieldProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onArrowDown?: () => void
}

/** A quiet field that narrows what stands below it; Esc empties it. */
export function SearchField({ label, placeholder, value, onChange, onArrowDown }: SearchFieldProps) {
  return (
    <label className={styles.field}>
      <Search size={14} strokeWidth={1.75} aria-hidden="true" />
      <input
        type="text"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        autoComplete="off"
        spellCheck={false}
        onChange={event => onChange(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Escape' && value !== '') {
            event.preventDefault()
            onChange('')
          }
          if (event.key === 'ArrowDown' && onArrowDown !== undefined) {
            event.preventDefault()
            onArrowDown()
          }
        }}
      />
    </label>
  )
}
