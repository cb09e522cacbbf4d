import type { WebSocketState } from '@parley/model'
import { memo, useEffect, useState } from 'react'
import sectionStyles from '../../components/Section.module.css'
import { messageWords } from '../../workbench/live/describe-list.ts'
import { LogList, type ShownMessages } from './LogList.tsx'
import { describeMessage, MessageRow, messageTitle } from './MessageRow.tsx'
import { CallMessagesHeader, MessagesHeader } from './MessagesHeader.tsx'
import { useLogOfTab } from './use-log-of-tab.ts'
import { useSearchFocus } from './use-search-focus.ts'

export interface MessagesViewProps {
  /** The live session whose messages are shown. */
  readonly sessionId: string
  /** The tab of the request that was sent. */
  readonly tabId: string
  readonly webSocket: WebSocketState
  /** When the request was sent, in milliseconds since the epoch; null: it has ended. */
  readonly startedAt: number | null
}

const shown: ShownMessages = {
  words: messageWords,
  label: 'Messages',
  noun: 'Message',
  renderRow: row => <MessageRow row={row} />,
  describeRow: describeMessage,
  titleOf(row) {
    const name = messageTitle(row)
    return { name, isCode: false, label: name }
  },
}

/** The messages of a WebSocket, below the state of its connection. */
export const MessagesView = memo(function MessagesView(props: MessagesViewProps) {
  const { sessionId, tabId, webSocket, startedAt } = props
  const { log } = useLogOfTab(sessionId, tabId)
  const [report, setReport] = useState('')
  const view = useSearchFocus()
  useEffect(() => log.list.watch(), [log])
  return (
    <div ref={view} className={sectionStyles.section} data-finds="">
      <MessagesHeader
        log={log}
        webSocket={webSocket}
        startedAt={startedAt}
        report={report}
        onReport={setReport}
      />
      <LogList log={log} shown={shown} />
    </div>
  )
})

/** The messages of a gRPC call. */
export const CallMessagesView = memo(function CallMessagesView(
  props: Pick<MessagesViewProps, 'sessionId' | 'tabId'>,
) {
  const { sessionId, tabId } = props
  const { log } = useLogOfTab(sessionId, tabId)
  const [report, setReport] = useState('')
  const view = useSearchFocus()
  useEffect(() => log.list.watch(), [log])
  return (
    <div ref={view} className={sectionStyles.section} data-finds="">
      <CallMessagesHeader log={log} report={report} onReport={setReport} />
      <LogList log={log} shown={shown} />
    </div>
  )
})
