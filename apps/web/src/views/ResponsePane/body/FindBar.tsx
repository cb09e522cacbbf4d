import { ArrowDown, ArrowUp, CaseSensitive, Regex, WholeWord, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { IconButton, IconToggleButton } from '../../../components/buttons/IconButton.tsx'
import { classNames } from '../../../components/class-names.ts'
import { type BodySearch, describeMatches } from '../../../workbench/response/body-search.ts'
import styles from './BodyBar.module.css'

export interface FindBarProps {
  readonly search: BodySearch
  /** Called after it was closed. */
  readonly onClose: () => void
}

const toggles = [
  { name: 'isCaseSensitive', label: 'Match case', Icon: CaseSensitive },
  { name: 'isWholeWord', label: 'Whole word', Icon: WholeWord },
  { name: 'isRegularExpression', label: 'Regular expression', Icon: Regex },
] as const

/** Find in response: Enter goes to the next match, Shift+Enter to the previous one, Esc closes. */
export function FindBar({ search, onClose }: FindBarProps) {
  const state = useStore(search.store)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  const close = () => {
    search.close()
    onClose()
  }
  return (
    <search className={styles.bar}>
      <input
        ref={input}
        className={styles.field}
        type="text"
        aria-label="Find"
        placeholder="Find"
        value={state.text}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={state.problem !== null}
        onChange={event => search.type(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
            event.preventDefault()
            if (event.shiftKey) search.previous()
            else search.next()
          } else if (event.key === 'Escape') {
            event.preventDefault()
            close()
          }
        }}
      />
      {toggles.map(({ name, label, Icon }) => (
        <IconToggleButton
          key={name}
          label={label}
          isSelected={state.options[name]}
          onChange={isOn => search.setOption(name, isOn)}
        >
          <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
        </IconToggleButton>
      ))}
      <span className={classNames(styles.count, state.problem !== null && styles.refused)} role="status">
        {describeMatches(state)}
      </span>
      <IconButton label="Previous match" shortcut="Shift+Enter" size="small" onPress={search.previous}>
        <ArrowUp size={14} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      <IconButton label="Next match" shortcut="Enter" size="small" onPress={search.next}>
        <ArrowDown size={14} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      <IconButton label="Close find" shortcut="Esc" size="small" onPress={close}>
        <X size={14} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
    </search>
  )
}
