import { Button } from './buttons/Button.tsx'
import { classNames } from './class-names.ts'
import styles from './ErrorBoundary.module.css'

export interface FaultPanelProps {
  readonly title: string
  readonly sentences: readonly string[]
  /** Whether the content covers the page; the message then covers it too. */
  readonly isOverlay: boolean
  readonly onRetry: () => void
  /** Absent: there is nothing to close. */
  readonly onClose?: (() => void) | undefined
}

/** Replaces something that failed. */
export function FaultPanel({ title, sentences, isOverlay, onRetry, onClose }: FaultPanelProps) {
  return (
    <div className={classNames(styles.fault, isOverlay && styles.overlay)} role="alert">
      <h2>{title}</h2>
      {sentences.map(sentence => (
        <p key={sentence}>{sentence}</p>
      ))}
      <Button variant="outlined" onPress={onRetry}>
        Try again
      </Button>
      {onClose !== undefined && (
        <Button variant="outlined" onPress={onClose}>
          Close
        </Button>
      )}
    </div>
  )
}
