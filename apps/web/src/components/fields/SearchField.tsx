import { Search } from 'lucide-react'
import styles from './SearchField.module.css'

export interface SearchFieldProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onArrowDown?: () => void
  /** Whether it gets the focus when it appears. */
  readonly isFocused?: boolean
  /** The id of the option that the arrow keys have marked. */
  readonly activeDescendant?: string | undefined
  /** Without a border, inside a box that has one. */
  readonly isPlain?: boolean
}

/** A field that filters the list below it; Esc empties it. */
export function SearchField(props: SearchFieldProps) {
  const { label, placeholder, value, onChange, onArrowDown, activeDescendant } = props
  const { isFocused = false, isPlain = false } = props
  return (
    <label className={isPlain ? styles.plain : styles.field}>
      <Search size={14} strokeWidth={1.75} aria-hidden="true" />
      <input
        type="text"
        aria-label={label}
        aria-activedescendant={activeDescendant}
        // biome-ignore lint/a11y/noAutofocus: for a field that begins a dialog.
        autoFocus={isFocused}
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
