import type { HeaderField } from '@parley/model'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../components/buttons/Button.tsx'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import styles from './AssistantPage.module.css'

export interface ExtraHeadersProps {
  readonly headers: readonly HeaderField[]
  readonly onChange: (headers: readonly HeaderField[]) => void
}

/** Headers that each question has in addition, as rows. */
export function ExtraHeaders({ headers, onChange }: ExtraHeadersProps) {
  const replace = (at: number, patch: Partial<HeaderField>) =>
    onChange(headers.map((one, index) => (index === at ? { ...one, ...patch } : one)))
  const addButton = useRef<HTMLButtonElement>(null)
  /** A row that was just added, which gets the cursor. */
  const isAdding = useRef(false)
  const remove = (at: number) => {
    onChange(headers.filter((_, index) => index !== at))
    addButton.current?.focus()
  }
  return (
    <div className={styles.stack}>
      {headers.map(({ name, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are edited in place and have no names of their own.
        <div key={index} className={styles.headerRow}>
          <input
            ref={element => {
              if (element === null || !isAdding.current || index < headers.length - 1) return
              isAdding.current = false
              element.focus()
            }}
            className={styles.cell}
            aria-label={`Name of header ${index + 1}`}
            placeholder="Name"
            value={name}
            autoComplete="off"
            spellCheck={false}
            onChange={event => replace(index, { name: event.target.value })}
          />
          <input
            className={styles.cell}
            aria-label={`Value of header ${index + 1}`}
            placeholder="Value"
            value={value}
            autoComplete="off"
            spellCheck={false}
            onChange={event => replace(index, { value: event.target.value })}
          />
          <IconButton label={`Remove header ${index + 1}`} onPress={() => remove(index)}>
            <X size={14} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      <span>
        <Button
          ref={addButton}
          variant="plain"
          onPress={() => {
            isAdding.current = true
            onChange([...headers, { name: '', value: '' }])
          }}
        >
          Add header
        </Button>
      </span>
    </div>
  )
}
