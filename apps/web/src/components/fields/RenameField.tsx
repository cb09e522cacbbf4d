import { type KeyboardEvent, useId, useRef, useState } from 'react'
import styles from './RenameField.module.css'

export interface RenameFieldProps {
  readonly name: string
  /**
   * Resolves to null if it was renamed, and the field closes; otherwise to the reason, and the typed text
   * stays.
   */
  readonly onRename: (name: string) => Promise<string | null>
  readonly onCancel: () => void
  /** Called after Enter or Esc; the focus may return. */
  readonly onEnded: () => void
}

/** A field for typing a new name. Enter or leaving the field accepts the name; Esc does not. */
export function RenameField({ name, onRename, onCancel, onEnded }: RenameFieldProps) {
  const [text, setText] = useState(name)
  const [problem, setProblem] = useState<string | null>(null)
  const isBusy = useRef(false)
  const problemId = useId()

  async function rename(isByKey: boolean): Promise<void> {
    if (isBusy.current) return
    isBusy.current = true
    const found = await onRename(text)
    isBusy.current = found === null
    setProblem(found)
    if (found === null && isByKey) onEnded()
  }

  function handleKeyDown(event: KeyboardEvent): void {
    // A surrounding tree handles keys as well.
    event.stopPropagation()
    if (event.key === 'Enter') void rename(true)
    else if (event.key === 'Escape') {
      isBusy.current = true
      onCancel()
      onEnded()
    } else return
    event.preventDefault()
  }

  return (
    <span className={styles.field}>
      <input
        type="text"
        aria-label="Name"
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : problemId}
        className={styles.input}
        // biome-ignore lint/a11y/noAutofocus: it appears where the user has just asked for it.
        autoFocus
        value={text}
        autoComplete="off"
        spellCheck={false}
        onFocus={event => event.currentTarget.select()}
        onChange={event => setText(event.target.value)}
        onBlur={() => void rename(false)}
        onClick={event => event.stopPropagation()}
        onKeyDown={handleKeyDown}
      />
      {problem !== null && (
        <span id={problemId} role="alert" className={styles.problem}>
          {problem}
        </span>
      )}
    </span>
  )
}
