import { useState } from 'react'
import { bulkText, itemsFromBulkText } from '../../../workbench/request/bulk-text.ts'
import type { RowHistory } from '../../../workbench/request/row-history.ts'
import type { TableKind } from '../../../workbench/request/table-kind.ts'
import styles from './BulkText.module.css'

export interface BulkTextProps<Item> {
  readonly label: string
  readonly items: readonly Item[]
  readonly kind: TableKind<Item>
  readonly history: RowHistory<Item>
  readonly historyKey: string
  readonly onChange: (items: readonly Item[]) => void
}

/** A table as lines of text; each edit changes the table at once, and all of them are undone as one. */
export function BulkText<Item>({ label, items, kind, history, historyKey, onChange }: BulkTextProps<Item>) {
  const opened = () => ({ text: bulkText(items, kind), original: items, present: items })
  const [shown, setShown] = useState(opened)
  // The table was changed elsewhere, for example Params by the URL.
  if (shown.present !== items) setShown(opened())

  function edit(text: string): void {
    const next = itemsFromBulkText(text, shown.original, kind)
    history.record(historyKey, items, next, 'bulk')
    setShown({ ...shown, text, present: next })
    onChange(next)
  }

  return (
    <textarea
      className={styles.text}
      aria-label={`${label} as text`}
      aria-description="One line each: key: value. A line that begins with # is not sent."
      placeholder={'key: value\n# key: value that is not sent'}
      value={shown.text}
      spellCheck={false}
      autoComplete="off"
      onChange={event => edit(event.target.value)}
    />
  )
}
