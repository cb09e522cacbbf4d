import { type Response, requestKinds } from '@parley/model'
import { useWorkbench } from '../../wiring/use-stores.ts'
import type { RequestTab, SendState } from '../../workbench/tabs/request-tab.ts'
import { MessagesView } from '../Live/MessagesView.tsx'
import { AwaitingView } from './AwaitingView.tsx'
import { IdleView } from './IdleView.tsx'
import { EarlierFoot, ResponseFoot } from './ResponseFoot.tsx'
import styles from './ResponsePane.module.css'

export interface WebSocketSectionProps {
  readonly tab: Pick<RequestTab, 'id'>
  readonly send: SendState
  readonly response: Response | null
}

/** A WebSocket has no sections: its handshake is the first of its messages. */
export function WebSocketSection({ tab, send, response }: WebSocketSectionProps) {
  const workbench = useWorkbench()
  if (response?.webSocket === undefined || !('sendId' in send))
    return (
      <>
        <p className={styles.state}>{send.state === 'awaiting' ? 'Connecting' : 'Not connected'}</p>
        {send.state === 'awaiting' ? (
          <AwaitingView key={send.sendId} send={send} onCancel={workbench.cancelActiveSend} />
        ) : (
          <IdleView words={requestKinds.webSocket.pane.idleHint} />
        )}
      </>
    )
  return (
    <>
      <MessagesView
        key={send.sendId}
        sessionId={send.sendId}
        tabId={tab.id}
        webSocket={response.webSocket}
        startedAt={send.state === 'awaiting' ? send.startedAt : null}
      />
      {send.state !== 'awaiting' && (
        <ResponseFoot
          send={send}
          onCancel={workbench.cancelActiveSend}
          onRetry={() => void workbench.sendTab(tab.id)}
        />
      )}
      <EarlierFoot send={send} tabId={tab.id} />
    </>
  )
}
