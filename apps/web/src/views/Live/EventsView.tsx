import { memo, Suspense, useEffect, useRef, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { useStore } from 'zustand'
import { classNames } from '../../components/class-names.ts'
import { useLive } from '../../wiring/use-stores.ts'
import {
  countWords,
  describeCounts,
  describeEmpty,
  describeSession,
  eventWords,
} from '../../workbench/live/describe-list.ts'
import { lineCount } from '../../workbench/live/list-window.ts'
import type { LiveLog } from '../../workbench/live/live-logs.ts'
import { describeEvent, EventRow } from './EventRow.tsx'
import styles from './EventsView.module.css'
import { type LiveListHandle, LiveListView } from './LiveListView.tsx'
import { LiveListTools, LiveTextTools } from './LiveToolbar.tsx'
import { MessageDetail } from './MessageDetail.tsx'
import { StreamTextView } from './StreamTextView.tsx'
import { TimeUntil } from './TimeUntil.tsx'
import { useLogOfTab } from './use-log-of-tab.ts'

export interface EventsViewProps {
  /** The live session whose events are shown. */
  readonly sessionId: string
  /** The tab of the request that was sent. */
  readonly tabId: string
}

/** The events of a response of the type `text/event-stream`: as a list, or as the text in them. */
export const EventsView = memo(function EventsView({ sessionId, tabId }: EventsViewProps) {
  const live = useLive()
  const { log, setTextPath } = useLogOfTab(sessionId, tabId)
  const isTextShown = useStore(live.store, state => state.isTextShown)
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
        <LiveListTools log={log} words={eventWords} report={report} onReport={setReport} />
      )}
      {/* Above the list, as the bar below the response goes with the last byte. */}
      <LogFacts log={log} isList={!isTextShown} />
      {isTextShown ? <StreamTextView text={log.text} /> : <EventList log={log} />}
    </div>
  )
})

function EventList({ log }: { readonly log: LiveLog }) {
  const opened = useStore(log.opened.store)
  const state = useStore(log.list.store)
  const list = useRef<LiveListHandle>(null)
  const empty = lineCount(state) === 0 ? describeEmpty(state, eventWords) : ''
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
          label="Events"
          renderRow={row => <EventRow row={row} />}
          describeRow={describeEvent}
          opened={opened.state === 'none' ? null : opened.row.number}
          onOpen={row => void log.opened.open(row)}
        />
      </div>
      {/* While the code of the detail loads, the list keeps its place and the focus. */}
      <Suspense>
        {opened.state !== 'none' && (
          <MessageDetail
            opened={opened}
            noun="Event"
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

/** How many messages are listed, and whether more may come. */
function LogFacts({ log, isList }: { readonly log: LiveLog; readonly isList: boolean }) {
  const state = useStore(log.list.store)
  const { session, isFollowing, unseenCount, isCleared } = state
  if (session === null) return <p className={styles.facts} />
  const isBroken = session.state === 'ended' && session.by === 'broken'
  return (
    <p className={styles.facts}>
      <span className={styles.counts}>
        {isList ? describeCounts(state, eventWords) : countWords(state.counts.received, eventWords)}
      </span>
      <span role="status" className={classNames(isBroken && styles.broken)}>
        {describeSession(session)}
      </span>
      {session.state === 'open' && session.reconnectsAt !== undefined && (
        <TimeUntil at={session.reconnectsAt} />
      )}
      {isList && !isFollowing && session.state === 'open' && (
        <span>{unseenCount === 0 ? 'paused' : `paused, ${unseenCount.toLocaleString('en')} new`}</span>
      )}
      {isList && isCleared && (
        <AriaButton className={styles.link ?? ''} onPress={() => log.list.showCleared()}>
          Show cleared events
        </AriaButton>
      )}
    </p>
  )
}
