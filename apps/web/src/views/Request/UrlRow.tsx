import { memo } from 'react'
import { MethodBadge } from '../../components/MethodBadge.tsx'
import { useWorkbench } from '../../wiring/use-stores.ts'
import type { RequestTab } from '../../workbench/tabs/request-tab.ts'
import { MethodPicker } from './MethodPicker.tsx'
import { SendButton } from './SendButton.tsx'
import { UrlField } from './UrlField.tsx'
import styles from './UrlRow.module.css'

export interface UrlRowProps {
  readonly tab: RequestTab
}

/** Method, URL and Send. */
export function UrlRow({ tab }: UrlRowProps) {
  return (
    <div className={styles.row}>
      <Target tabId={tab.id} method={tab.draft.method} isWebSocket={tab.draft.webSocket !== undefined} />
      <SendButton tab={tab} />
    </div>
  )
}

interface TargetProps {
  readonly tabId: string
  readonly method: string
  /** A handshake has no other method than GET. */
  readonly isWebSocket: boolean
}

const Target = memo(function Target({ tabId, method, isWebSocket }: TargetProps) {
  const workbench = useWorkbench()
  return (
    <div className={styles.url}>
      {isWebSocket ? (
        <span className={styles.kind}>
          <MethodBadge method="WS" />
        </span>
      ) : (
        <MethodPicker
          method={method}
          onChoose={chosen => workbench.editDraft(tabId, draft => ({ ...draft, method: chosen }))}
        />
      )}
      <UrlField />
    </div>
  )
})
