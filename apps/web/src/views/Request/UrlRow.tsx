import { descriptorOf } from '@parley/model'
import { memo, Suspense } from 'react'
import { lazyPart } from '../../components/lazy-part.tsx'
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

const RpcPicker = lazyPart(async () => (await import('../Grpc/RpcPicker.tsx')).RpcPicker)

const TlsToggle = lazyPart(async () => (await import('../Grpc/TlsToggle.tsx')).TlsToggle)

/** The place of the picker while its code loads. */
function RpcPlace() {
  return <span className={styles.rpc} />
}

/** Method, URL and Send. */
export function UrlRow({ tab }: UrlRowProps) {
  const { badge, callsMethods } = descriptorOf(tab.draft)
  return (
    <div className={styles.row}>
      <Target tabId={tab.id} method={tab.draft.method} badge={badge} ofCall={callsMethods ? tab : null} />
      {callsMethods && (
        <Suspense fallback={<RpcPlace />}>
          <RpcPicker tab={tab} />
        </Suspense>
      )}
      <SendButton tab={tab} />
    </div>
  )
}

interface TargetProps {
  readonly tabId: string
  readonly method: string
  /** Of a kind whose method cannot be chosen; null: it can. */
  readonly badge: string | null
  /** The tab, if it calls a method of gRPC. */
  readonly ofCall: RequestTab | null
}

const Target = memo(function Target({ tabId, method, badge, ofCall }: TargetProps) {
  const workbench = useWorkbench()
  return (
    <div className={styles.url}>
      {badge === 'WS' || badge === 'gRPC' ? (
        <span className={styles.kind}>
          <MethodBadge method={badge} />
        </span>
      ) : (
        <MethodPicker
          method={method}
          onChoose={chosen => workbench.editDraft(tabId, draft => ({ ...draft, method: chosen }))}
        />
      )}
      <UrlField />
      {ofCall !== null && (
        <Suspense fallback={<span className={styles.lock} />}>
          <span className={styles.lock}>
            <TlsToggle tab={ofCall} />
          </span>
        </Suspense>
      )}
    </div>
  )
})
