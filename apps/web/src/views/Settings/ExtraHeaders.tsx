import type { HeaderField } from '@parley/model'
import { X } from 'lucide-react'
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
  return (
    <div className={styles.stack}>
      {headers.map(({ name, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are edited in place and have no names of their own.
        <div key={index} className={styles.headerRow}>
          <input
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
          <IconButton
            label={`Remove header ${index + 1}`}
            onPress={() => onChange(headers.filter((_, at) => at !== index))}
          >
            <X size={14} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      <span>
        <Button variant="plain" onPress={() => onChange([...headers, { name: '', value: '' }])}>
          Add header
        </Button>
      </span>
    </div>
  )
}
