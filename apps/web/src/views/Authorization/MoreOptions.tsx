import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import styles from './MoreOptions.module.css'

/** Fields of a form that few users need, hidden until the user opens them. */
export function MoreOptions({ children }: { readonly children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className={styles.more} onToggle={event => setIsOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>
        <ChevronRight size={14} strokeWidth={1.75} className={styles.caret} aria-hidden="true" />
        More options
      </summary>
      {isOpen && <div className={styles.fields}>{children}</div>}
    </details>
  )
}
