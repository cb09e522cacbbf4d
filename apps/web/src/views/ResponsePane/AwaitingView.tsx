import { formatSize } from '@parley/model'
import { Button } from '../../components/buttons/Button.tsx'
import { KeyHint } from '../../components/buttons/KeyHint.tsx'
import type { AwaitingSend } from '../../workbench/tabs/request-tab.ts'
import { ElapsedTime } from './ElapsedTime.tsx'
import styles from './ResponsePane.module.css'

export interface AwaitingViewProps {
  readonly send: AwaitingSend
  readonly onCancel: () => void
}

/** Shown until the first byte: elapsed time, the sent part of the request, and Cancel. */
export function AwaitingView({ send, onCancel }: AwaitingViewProps) {
  const { sentBytes, totalBytes } = send.requestContent
  const isSending = totalBytes > 0 && sentBytes < totalBytes
  return (
    <div className={styles.hold}>
      <h2>Awaiting response</h2>
      <ElapsedTime startedAt={send.startedAt} className={styles.elapsed} />
      <p className={styles.received}>
        {isSending && `${formatSize(sentBytes)} of ${formatSize(totalBytes)} sent`}
      </p>
      <div className={styles.actions}>
        <Button variant="outlined" onPress={onCancel}>
          Cancel
          <KeyHint keys="Esc" />
        </Button>
      </div>
    </div>
  )
}
