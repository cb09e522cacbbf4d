import { revealInvisible } from '@parley/model'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../components/buttons/Button.tsx'
import { useDialogs } from '../../wiring/use-stores.ts'
import type { FailureSetting } from '../../workbench/sending/failure-setting.ts'
import type { NewVariablePlace } from '../../workbench/variables/new-variable-places.ts'
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
  /** The setting that the text refers to; null if none. */
  readonly setting?: FailureSetting | null
  readonly onOpenRequestSettings?: () => void
  /** Where the variable can be created that has no value. */
  readonly places?: readonly NewVariablePlace[]
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
  setting = null,
  onOpenRequestSettings,
  places = [],
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
          <Button variant="outlined" onPress={onRetry}>
            Retry
          </Button>
          {onOpenTimeline !== undefined && (
            <Button variant="outlined" onPress={onOpenTimeline}>
              Open Timeline
            </Button>
          )}
          {setting?.place === 'settings' && (
            <Button variant="outlined" onPress={() => dialogs.openSettings(setting.page)}>
              Open Settings → {setting.page}
            </Button>
          )}
          {setting?.place === 'request' && (
            <Button variant="outlined" onPress={() => onOpenRequestSettings?.()}>
              Open settings of the request
            </Button>
          )}
          {places.map(place => (
            <Button key={place.name} variant="outlined" onPress={() => place.create()}>
              Create in {place.name}
            </Button>
          ))}
          {end}
        </div>
      </div>
    </div>
  )
}
