import { X } from 'lucide-react'
import { type Ref, useEffect, useId, useImperativeHandle, useRef } from 'react'
import { useStore } from 'zustand'
import { IconButton } from '../../../components/buttons/IconButton.tsx'
import { classNames } from '../../../components/class-names.ts'
import styles from '../../../components/fields/SearchBar.module.css'
import { type BodyFilter, describeFilter } from '../../../workbench/response/body-filter.ts'

export interface FilterBarHandle {
  focus(): void
}

export interface FilterBarProps {
  readonly filter: BodyFilter
  /** Whether it was opened here, and not kept from the previous response. */
  readonly takesFocus: boolean
  readonly onType: (text: string) => void
  readonly onClose: () => void
  readonly ref?: Ref<FilterBarHandle>
}

/** The filter of a JSON body: it is applied shortly after typing, or by Enter; Esc clears and closes. */
export function FilterBar({ filter, takesFocus, onType, onClose, ref }: FilterBarProps) {
  const text = useStore(filter.store, state => state.text)
  const status = useStore(filter.store, state => state.status)
  const input = useRef<HTMLInputElement>(null)
  const statusId = useId()
  const isRefused = status.state === 'refused'
  useImperativeHandle(ref, () => ({ focus: () => input.current?.select() }), [])
  useEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [takesFocus])
  return (
    <search className={styles.bar} aria-label="Filter">
      <input
        ref={input}
        className={styles.field}
        type="text"
        aria-label="Filter"
        data-keeps-focus="filter"
        aria-invalid={isRefused}
        aria-describedby={statusId}
        placeholder="$[*].title"
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={event => onType(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
            event.preventDefault()
            filter.applyNow()
          } else if (event.key === 'Escape') {
            event.preventDefault()
            onClose()
          }
        }}
      />
      <span id={statusId} className={styles.count} role="status">
        <span className={classNames(isRefused && styles.refused)}>{describeFilter(status)}</span>
      </span>
      <IconButton label="Close filter" shortcut="Esc" size="small" onPress={onClose}>
        <X size={14} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
    </search>
  )
}
