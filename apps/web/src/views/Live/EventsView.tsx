import { revealInvisible } from '@parley/model'
import { memo, useEffect, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { useStore } from 'zustand'
import { classNames } from '../../components/class-names.ts'
import { useLive } from '../../wiring/use-stores.ts'
import {
  countWords,
  describeCounts,
  describeSession,
  eventWords,
} from '../../workbench/live/describe-list.ts'
import type { LiveLog } from '../../workbench/live/live-logs.ts'
import { describeEvent, EventRow } from './EventRow.tsx'
import styles from './EventsView.module.css'
import { LiveListTools, LiveTextTools } from './LiveToolbar.tsx'
import { LogList, type ShownMessages } from './LogList.tsx'
import { StreamTextView } from './StreamTextView.tsx'
import { TimeUntil } from './TimeUntil.tsx'
import { UnseenButton } from './UnseenButton.tsx'
import { useLogOfTab } from './use-log-of-tab.ts'
import { useSearchFocus } from './use-search-focus.ts'

export interface EventsViewProps {
  /** The live session whose events are shown. */
  readonly sessionId: string
  /** The tab of the request that was sent. */
  readonly tabId: string
}

const shown: ShownMessages = {
  words: eventWords,
  label: 'Events',
  noun: 'Event',
  renderRow: row => <EventRow row={row} />,
  describeRow: describeEvent,
  titleOf({ type, id, number }) {
    const name = revealInvisible(type)
    return { name, isCode: true, label: `${name} ${revealInvisible(id ?? `${number + 1}`)}` }
  },
}

/** The events of a response of the type `text/event-stream`, as a list or as the text in them. */
export const EventsView = memo(function EventsView({ sessionId, tabId }: EventsViewProps) {
  const live = useLive()
  const { log, setTextPath } = useLogOfTab(sessionId, tabId)
  const isTextShown = useStore(live.store, state => state.isTextShown)
  const [report, setReport] = useState('')
  const view = useSearchFocus()
  useEffect(() => log.list.watch(), [log])
  return (
    <div ref={view} className={styles.view} data-finds="">
      {isTextShown ? (
        <LiveTextTools log={log} onPath={setTextPath} report={report} onReport={setReport} />
      ) : (
        <LiveListTools log={log} words={eventWords} report={report} onReport={setReport} />
      )}
      {/* Above the list, as the bar below the response goes with the last byte. */}
      <LogFacts log={log} isList={!isTextShown} />
      {isTextShown ? <StreamTextView text={log.text} /> : <LogList log={log} shown={shown} />}
    </div>
  )
})

interface LogFactsProps {
  readonly log: LiveLog
  readonly isList: boolean
}

/** How many events are listed, and whether more may come. */
function LogFacts({ log, isList }: LogFactsProps) {
  const state = useStore(log.list.store)
  const { session, isFollowing, isCleared } = state
  if (session === null) return <p className={styles.facts} />
  const isBroken = session.state === 'ended' && session.by === 'broken'
  return (
    <p className={styles.facts}>
      <span className={styles.count}>
        {isList ? describeCounts(state, eventWords) : countWords(state.counts.received, eventWords)}
      </span>
      <span role="status" className={classNames(isBroken && styles.broken)}>
        {describeSession(session)}
      </span>
      {session.state === 'open' && session.reconnectsAt !== undefined && (
        <TimeUntil at={session.reconnectsAt} />
      )}
      {isList && !isFollowing && session.state === 'open' && <span>paused</span>}
      {isList && <UnseenButton list={log.list} />}
      {isList && isCleared && (
        <AriaButton className={styles.link ?? ''} onPress={() => log.list.showCleared()}>
          Show cleared events
        </AriaButton>
      )}
    </p>
  )
}
