import { revealInvisible } from '@parley/model'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../components/buttons/Button.tsx'
import { useDialogs } from '../../wiring/use-stores.ts'
import type { SettingsPageName } from '../../workbench/dialogs.ts'
import styles from './FailedView.module.css'

export interface UnsentViewProps {
  readonly reason: string
  readonly onRetry: () => void
}

/** Shown if the server could not be asked to send. */
export function UnsentView({ reason, onRetry }: UnsentViewProps) {
  return <Failure text={reason} onRetry={onRetry} />
}

export interface FailureProps {
  readonly title?: string
  readonly text: string
  readonly onRetry: () => void
  readonly onOpenTimeline?: () => void
  /** The page of Settings that the text refers to; null if none. */
  readonly settingsPage?: SettingsPageName | null
  /** Whether screen readers announce it; false if a toast says the same. */
  readonly isAnnounced?: boolean
  /** After the buttons. */
  readonly end?: ReactNode
  readonly children?: ReactNode
}

/** What failed in a sentence, with Retry. */
export function Failure({
  title = 'Request failed',
  text,
  onRetry,
  onOpenTimeline,
  settingsPage = null,
  isAnnounced = true,
  end,
  children,
}: FailureProps) {
  const dialogs = useDialogs()
  return (
    <div className={styles.scroller}>
      <div className={styles.column} role={isAnnounced ? 'alert' : undefined}>
        <h2 className={styles.title}>
          <CircleAlert size={16} strokeWidth={1.6} aria-hidden="true" />
          {title}
        </h2>
        <p className={styles.text}>{revealInvisible(text)}</p>
        {children}
        <div className={styles.actions}>
          <Button variant="primary" onPress={onRetry}>
            Retry
          </Button>
          {onOpenTimeline !== undefined && (
            <Button variant="outlined" onPress={onOpenTimeline}>
              Open Timeline
            </Button>
          )}
          {settingsPage !== null && (
            <Button variant="outlined" onPress={() => dialogs.openSettings(settingsPage)}>
              Open Settings → {settingsPage}
            </Button>
          )}
          {end}
        </div>
      </div>
    </div>
  )
}
