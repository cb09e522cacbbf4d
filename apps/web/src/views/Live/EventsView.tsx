import type { WebSocketState } from '@parley/model'
import type { LiveRow } from '@parley/server/contract'
import { memo, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { useStore } from 'zustand'
import { classNames } from '../../components/class-names.ts'
import { useLive } from '../../wiring/use-stores.ts'
import { describeConnection } from '../../workbench/live/describe-connection.ts'
import {
  countWords,
  describeCounts,
  describeEmpty,
  describeSession,
  eventWords,
  type MessageWords,
  messageWords,
} from '../../workbench/live/describe-list.ts'
import { lineCount } from '../../workbench/live/list-window.ts'
import type { LiveListState } from '../../workbench/live/live-list.ts'
import type { LiveLog } from '../../workbench/live/live-logs.ts'
import { describeEvent, EventRow } from './EventRow.tsx'
import styles from './EventsView.module.css'
import { type LiveListHandle, LiveListView } from './LiveListView.tsx'
import { LiveListTools, LiveTextTools } from './LiveToolbar.tsx'
import { MessageDetail } from './MessageDetail.tsx'
import { describeMessage, MessageRow } from './MessageRow.tsx'
import { StreamTextView } from './StreamTextView.tsx'
import { TimeUntil } from './TimeUntil.tsx'
import { useLogOfTab } from './use-log-of-tab.ts'

export interface EventsViewProps {
  /** The live session whose events are shown. */
  readonly sessionId: string
  /** The tab of the request that was sent. */
  readonly tabId: string
  /** Of a WebSocket, whose messages are no events; absent: an event stream. */
  readonly webSocket?: WebSocketState
}

/**
 * The events of a response of the type `text/event-stream`, as a list or as the text in them; or the messages of a
 * WebSocket.
 */
export const EventsView = memo(function EventsView({ sessionId, tabId, webSocket }: EventsViewProps) {
  const live = useLive()
  const { log, setTextPath } = useLogOfTab(sessionId, tabId)
  const isTextChosen = useStore(live.store, state => state.isTextShown)
  const isTextShown = isTextChosen && webSocket === undefined
  const shown = webSocket === undefined ? eventList : messageList
  const [report, setReport] = useState('')
  const view = useRef<HTMLDivElement>(null)
  useEffect(() => log.list.watch(), [log])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for everything in it.
    <div
      ref={view}
      className={styles.view}
      onKeyDown={event => {
        const isFind = (event.ctrlKey || event.metaKey) && event.key === 'f'
        const field = view.current?.querySelector<HTMLInputElement>('[data-live-search] input')
        if (!isFind || event.defaultPrevented || !field) return
        event.preventDefault()
        field.focus()
        field.select()
      }}
    >
      {isTextShown ? (
        <LiveTextTools log={log} onPath={setTextPath} report={report} onReport={setReport} />
      ) : (
        <LiveListTools log={log} words={shown.words} report={report} onReport={setReport} />
      )}
      {/* Above the list, as the bar below the response goes with the last byte. */}
      <LogFacts log={log} isList={!isTextShown} words={shown.words} webSocket={webSocket} />
      {isTextShown ? <StreamTextView text={log.text} /> : <EventList log={log} shown={shown} />}
    </div>
  )
})

/** What is particular to the messages of a kind. */
interface ShownMessages {
  readonly words: MessageWords
  readonly label: string
  readonly noun: string
  readonly renderRow: (row: LiveRow) => ReactNode
  readonly describeRow: (row: LiveRow) => string
}

const eventList: ShownMessages = {
  words: eventWords,
  label: 'Events',
  noun: 'Event',
  renderRow: row => <EventRow row={row} />,
  describeRow: describeEvent,
}

const messageList: ShownMessages = {
  words: messageWords,
  label: 'Messages',
  noun: 'Message',
  renderRow: row => <MessageRow row={row} />,
  describeRow: describeMessage,
}

function EventList({ log, shown }: { readonly log: LiveLog; readonly shown: ShownMessages }) {
  const opened = useStore(log.opened.store)
  const state = useStore(log.list.store)
  const list = useRef<LiveListHandle>(null)
  const empty = lineCount(state) === 0 ? describeEmpty(state, shown.words) : ''
  return (
    <div className={styles.parts}>
      <div className={styles.list}>
        {state.problem !== null && (
          <p className={styles.note} role="alert">
            {state.problem}
          </p>
        )}
        {state.problem === null && empty !== '' && <p className={styles.empty}>{empty}</p>}
        <LiveListView
          ref={list}
          list={log.list}
          label={shown.label}
          renderRow={shown.renderRow}
          describeRow={shown.describeRow}
          opened={opened.state === 'none' ? null : opened.row.number}
          onOpen={row => void log.opened.open(row)}
        />
      </div>
      {/* While the code of the detail loads, the list keeps its place and the focus. */}
      <Suspense>
        {opened.state !== 'none' && (
          <MessageDetail
            opened={opened}
            noun={shown.noun}
            onResend={canResend(opened.row, state) ? () => log.resend(opened.row) : undefined}
            onClose={() => {
              log.opened.close()
              list.current?.focus()
            }}
          />
        )}
      </Suspense>
    </div>
  )
}

/** Only a WebSocket has messages of the user. */
function canResend({ direction, type }: LiveRow, { session }: Pick<LiveListState, 'session'>): boolean {
  return session?.state === 'open' && direction === 'sent' && (type === 'text' || type === 'binary')
}

/** How many messages are listed, and whether more may come. */
interface LogFactsProps {
  readonly log: LiveLog
  readonly isList: boolean
  readonly words: MessageWords
  readonly webSocket: WebSocketState | undefined
}

function LogFacts({ log, isList, words, webSocket }: LogFactsProps) {
  const state = useStore(log.list.store)
  const { session, isFollowing, unseenCount, isCleared } = state
  if (session === null) return <p className={styles.facts} />
  const isBroken = session.state === 'ended' && session.by === 'broken'
  return (
    <p className={styles.facts}>
      <span className={styles.counts}>
        {isList ? describeCounts(state, words) : countWords(state.counts.received, words)}
      </span>
      <span role="status" className={classNames(isBroken && styles.broken)}>
        {webSocket === undefined ? describeSession(session) : describeConnection(session, webSocket)}
      </span>
      {session.state === 'open' && session.reconnectsAt !== undefined && (
        <TimeUntil at={session.reconnectsAt} />
      )}
      {isList && !isFollowing && session.state === 'open' && (
        <span>{unseenCount === 0 ? 'paused' : `paused, ${unseenCount.toLocaleString('en')} new`}</span>
      )}
      {isList && isCleared && (
        <AriaButton className={styles.link ?? ''} onPress={() => log.list.showCleared()}>
          Show cleared {words.many}
        </AriaButton>
      )}
    </p>
  )
}
