import type { SearchOptions } from '@parley/engine/search'
import { ArrowDown, ArrowUp, CaseSensitive, Regex, WholeWord, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { IconButton, IconToggleButton } from '../buttons/IconButton.tsx'
import { classNames } from '../class-names.ts'
import styles from './SearchBar.module.css'

export interface FindRowProps {
  readonly text: string
  readonly options: SearchOptions
  /** How many matches there are, or why the text cannot be searched for. */
  readonly report: string
  readonly isRefused: boolean
  readonly onType: (text: string) => void
  readonly onOption: (name: keyof SearchOptions, isOn: boolean) => void
  readonly onNext: () => void
  readonly onPrevious: () => void
  readonly onClose: () => void
  /** Shown before the field. */
  readonly start?: ReactNode
}

const toggles = [
  { name: 'isCaseSensitive', label: 'Match case', Icon: CaseSensitive },
  { name: 'isWholeWord', label: 'Whole word', Icon: WholeWord },
  { name: 'isRegularExpression', label: 'Regular expression', Icon: Regex },
] as const

/** The row of a search: Enter goes to the next match, Shift+Enter to the previous one, Esc closes. */
export function FindRow(props: FindRowProps) {
  const { text, options, report, isRefused, onType, onOption, onNext, onPrevious, onClose, start } = props
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  return (
    <div className={styles.bar}>
      {start}
      <input
        ref={input}
        className={styles.field}
        type="text"
        aria-label="Find"
        placeholder="Find"
        value={text}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={isRefused}
        onChange={event => onType(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
            event.preventDefault()
            if (event.shiftKey) onPrevious()
            else onNext()
          } else if (event.key === 'Escape') {
            event.preventDefault()
            onClose()
          }
        }}
      />
      {toggles.map(({ name, label, Icon }) => (
        <IconToggleButton
          key={name}
          label={label}
          isSelected={options[name]}
          onChange={isOn => onOption(name, isOn)}
        >
          <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
        </IconToggleButton>
      ))}
      <span className={classNames(styles.count, isRefused && styles.refused)} role="status">
        {report}
      </span>
      <IconButton label="Previous match" shortcut="Shift+Enter" size="small" onPress={onPrevious}>
        <ArrowUp size={14} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      <IconButton label="Next match" shortcut="Enter" size="small" onPress={onNext}>
        <ArrowDown size={14} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      <IconButton label="Close find" shortcut="Esc" size="small" onPress={onClose}>
        <X size={14} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
