import type { WebSocketState } from '@parley/model'
import { ArrowDown, ArrowUp, ListFilter } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { SegmentedControl } from '../../components/buttons/SegmentedControl.tsx'
import { classNames } from '../../components/class-names.ts'
import { SearchField } from '../../components/fields/SearchField.tsx'
import { ActionMenu } from '../../components/menus/ActionMenu.tsx'
import { describeConnection } from '../../workbench/live/describe-connection.ts'
import {
  callWords,
  describeListed,
  type MessageWords,
  messageWords,
} from '../../workbench/live/describe-list.ts'
import type { LiveLog } from '../../workbench/live/live-logs.ts'
import { ClockTime } from './ClockTime.tsx'
import { ListButtons } from './ListButtons.tsx'
import styles from './MessagesHeader.module.css'
import { TimeUntil } from './TimeUntil.tsx'
import { chooseTypeById, typeChoices } from './type-choices.ts'
import { UnseenButton } from './UnseenButton.tsx'

export interface MessagesHeaderProps {
  readonly log: LiveLog
  readonly webSocket: WebSocketState
  /** When the request was sent, in milliseconds since the epoch; null: it has ended. */
  readonly startedAt: number | null
  /** The result of the last action. */
  readonly report: string
  readonly onReport: (report: string) => void
}

const directions = [
  { value: 'all', label: 'All' },
  { value: 'sent', label: 'Sent' },
  { value: 'received', label: 'Received' },
] as const

/** The state of a WebSocket, how many messages it has had, and which of them are listed. */
export function MessagesHeader({ log, webSocket, startedAt, report, onReport }: MessagesHeaderProps) {
  return (
    <div className={styles.header}>
      <ConnectionState log={log} webSocket={webSocket} startedAt={startedAt} />
      <span className={styles.report} role="status">
        {report}
      </span>
      <ListedFacts log={log} />
      <ListTools log={log} words={messageWords} onReport={onReport} />
    </div>
  )
}

/** Which messages of a gRPC call are listed; the state of the call is beside the tabs of its response. */
export function CallMessagesHeader({
  log,
  report,
  onReport,
}: Omit<MessagesHeaderProps, 'webSocket' | 'startedAt'>) {
  return (
    <div className={classNames(styles.header, styles.ofCall)}>
      <ListTools log={log} words={callWords} onReport={onReport}>
        <span className={styles.report} role="status">
          {report}
        </span>
        <ListedFacts log={log} />
      </ListTools>
    </div>
  )
}

function ConnectionState({ log, webSocket, startedAt }: Omit<MessagesHeaderProps, 'report' | 'onReport'>) {
  const { session, counts } = useStore(
    log.list.store,
    useShallow(({ session, counts }) => ({ session, counts })),
  )
  const { kind, label, detail } = describeConnection(session, webSocket)
  const reconnectsAt = session?.state === 'open' ? session.reconnectsAt : undefined
  const isEnded = kind === 'ended' || kind === 'broken'
  return (
    <>
      <span
        className={classNames(styles.state, styles[kind])}
        role="status"
        title={detail === '' ? undefined : detail}
      >
        <span className={styles.label}>{label}</span>
        {isEnded && detail !== '' && <span className={styles.detail}>{detail}</span>}
        {!isEnded && detail !== '' && <span className={styles.hidden}>{detail}</span>}
      </span>
      {reconnectsAt !== undefined && <TimeUntil at={reconnectsAt} />}
      {startedAt !== null && kind === 'open' && <ClockTime startedAt={startedAt} />}
      <Count icon={ArrowDown} label="Received" count={counts.received} />
      <Count icon={ArrowUp} label="Sent" count={counts.sent} />
    </>
  )
}

interface CountProps {
  readonly icon: typeof ArrowDown
  readonly label: string
  readonly count: number
}

function Count({ icon: Icon, label, count }: CountProps) {
  return (
    <span className={styles.count}>
      <Icon size={14} strokeWidth={1.75} role="img" aria-label={label} />
      {count.toLocaleString('en')}
    </span>
  )
}

/** Which part of the messages is listed, if not all as they arrive. */
function ListedFacts({ log }: { readonly log: LiveLog }) {
  const { facts, isCleared } = useStore(
    log.list.store,
    useShallow(state => ({ facts: describeListed(state), isCleared: state.isCleared })),
  )
  return (
    <>
      {facts !== '' && (
        <span className={styles.facts} title={facts}>
          {facts}
        </span>
      )}
      <UnseenButton list={log.list} />
      {isCleared && (
        <AriaButton className={styles.link ?? ''} onPress={() => log.list.showCleared()}>
          Show cleared
        </AriaButton>
      )}
    </>
  )
}

interface ListToolsProps extends Pick<MessagesHeaderProps, 'log' | 'onReport'> {
  readonly words: MessageWords
  /** Follows the choice of what is listed. */
  readonly children?: ReactNode
}

function ListTools({ log, words, onReport, children }: ListToolsProps) {
  const { list } = log
  // What changes with each message is left out, as a toolbar is slow to render.
  const { type, query, direction } = useStore(
    list.store,
    useShallow(({ type, query, direction }) => ({ type, query, direction })),
  )
  return (
    <>
      <SegmentedControl
        label="Direction of messages"
        value={direction}
        choices={directions}
        onChange={chosen => list.chooseDirection(chosen)}
      />
      {children}
      <span className={styles.search} data-live-search="">
        <SearchField
          label="Search messages"
          placeholder="Search messages"
          value={query}
          onChange={text => list.search(text)}
        />
      </span>
      <span className={styles.end}>
        <ActionMenu
          label="Type of messages"
          placement="bottom end"
          actions={() => typeChoices(list.store.getState(), words)}
          onAction={id => chooseTypeById(list, id)}
        >
          <IconButton label="Type of messages" size="small" isMarked={type !== null}>
            <ListFilter size={14} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        </ActionMenu>
        <ListButtons log={log} words={words} onReport={onReport} />
      </span>
    </>
  )
}
