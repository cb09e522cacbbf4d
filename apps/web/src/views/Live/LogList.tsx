import type { LiveRow } from '@parley/server/contract'
import { type KeyboardEvent, type ReactNode, Suspense, useRef } from 'react'
import { useStore } from 'zustand'
import { describeEmpty, type MessageWords } from '../../workbench/live/describe-list.ts'
import { lineCount } from '../../workbench/live/list-window.ts'
import type { LiveListState } from '../../workbench/live/live-list.ts'
import type { LiveLog } from '../../workbench/live/live-logs.ts'
import { type LiveListHandle, LiveListView } from './LiveListView.tsx'
import styles from './LogList.module.css'
import { MessageDetail, type MessageTitle } from './MessageDetail.tsx'

/** What is particular to the messages of a kind. */
export interface ShownMessages {
  readonly words: MessageWords
  readonly label: string
  readonly noun: string
  readonly renderRow: (row: LiveRow) => ReactNode
  readonly describeRow: (row: LiveRow) => string
  /** What the head of an opened message says. */
  readonly titleOf: (row: LiveRow) => MessageTitle
}

export interface LogListProps {
  readonly log: LiveLog
  readonly shown: ShownMessages
}

/** The messages of a session, and beside them the one that is opened. */
export function LogList({ log, shown }: LogListProps) {
  const opened = useStore(log.opened.store)
  const state = useStore(log.list.store)
  const list = useRef<LiveListHandle>(null)
  const empty = lineCount(state) === 0 ? describeEmpty(state, shown.words) : ''
  function close(): void {
    log.opened.close()
    list.current?.focus()
  }
  function closeOnEscape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented || opened.state === 'none') return
    // The same key stops the stream while nothing is open.
    event.preventDefault()
    close()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys come from the list and the opened message.
    <div className={styles.parts} onKeyDown={closeOnEscape}>
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
            sessionId={log.sessionId}
            title={shown.titleOf(opened.row)}
            onResend={canResend(opened.row, state) ? () => log.resend(opened.row) : undefined}
            onClose={close}
          />
        )}
      </Suspense>
    </div>
  )
}

/** Only WebSockets and gRPC calls have messages of the user. */
function canResend({ direction, type }: LiveRow, { session }: Pick<LiveListState, 'session'>): boolean {
  return session?.state === 'open' && direction === 'sent' && (type === 'text' || type === 'binary')
}
