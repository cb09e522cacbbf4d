import { type Notice, type Response, revealInvisible } from '@parley/model'
import { Suspense } from 'react'
import { Button } from '../../components/buttons/Button.tsx'
import { KeyHint } from '../../components/buttons/KeyHint.tsx'
import { classNames } from '../../components/class-names.ts'
import { lazyPart } from '../../components/lazy-part.tsx'
import { useStores } from '../../wiring/use-stores.ts'
import { timeInSentence } from '../../workbench/history-days.ts'
import { isConversation } from '../../workbench/request/request-kind.ts'
import { noticeLine } from '../../workbench/response/timeline.ts'
import { responseOf, type SendState } from '../../workbench/tabs/request-tab.ts'
import { ElapsedTime } from './ElapsedTime.tsx'
import styles from './ResponseFoot.module.css'

const FailedFoot = lazyPart(async () => (await import('./FailedFoot.tsx')).FailedFoot)

export interface ResponseFootProps {
  readonly send: SendState
  /** False if the notices show above. */
  readonly hasNotices?: boolean
  readonly onCancel: () => void
  readonly onRetry: () => void
}

/**
 * The state of the body above (still loading, cancelled, incomplete) and notices of the send. It is below the
 * body, so that nothing moves when it appears and disappears.
 */
export function ResponseFoot({ send, hasNotices = true, onCancel, onRetry }: ResponseFootProps) {
  switch (send.state) {
    case 'awaiting': {
      return (
        <div className={styles.foot}>
          <span>{describeProgress(send)}</span>
          <ElapsedTime startedAt={send.startedAt} className={styles.clock} />
          <span className={styles.end}>
            <Button variant="outlined" size="small" onPress={onCancel}>
              Cancel
              <KeyHint keys="Esc" />
            </Button>
          </span>
        </div>
      )
    }
    case 'cancelled':
      // The messages say how a WebSocket was closed.
      if (isConversation(send.response)) return null
      return (
        <p className={classNames(styles.foot, styles.warning)}>
          {isStream(send.response) ? 'Event stream, stopped' : 'Cancelled, body incomplete'}
        </p>
      )
    case 'failed':
      return (
        <Suspense>
          <FailedFoot failure={send.failure} onRetry={onRetry} />
        </Suspense>
      )
    case 'answered':
      return hasNotices && <Notices notices={send.exchange.notices} />
  }
  return null
}

/** Below a response to a request for an event stream that is something else. */
export function NoStreamFoot() {
  return <p className={styles.foot}>This is not an event stream.</p>
}

/** A complete response only waits for its scripts. */
function describeProgress({ response }: Extract<SendState, { state: 'awaiting' }>): string {
  if (isStream(response)) return 'Event stream, live'
  return response?.content.isComplete ? 'Running scripts' : 'Receiving'
}

function isStream(response: Response | null): boolean {
  return response?.content.mediaType === 'text/event-stream'
}

/** Says that an earlier response is shown, and from when; leads to the latest one, and to how they differ. */
export function EarlierFoot({ send, tabId }: { readonly send: SendState; readonly tabId: string }) {
  const { workbench, loadHistoryCommands } = useStores()
  const earlier = 'earlier' in send ? send.earlier : undefined
  if (earlier === undefined) return null
  const { latest } = earlier
  const latestId = 'sendId' in latest && responseOf(latest) !== null ? latest.sendId : null
  const compare = async (id: string) => (await loadHistoryCommands()).compareWith(tabId, id)
  return (
    <div className={styles.foot}>
      <p className={styles.text}>
        Response from {timeInSentence(earlier.sentAt, Date.now())}.{' '}
        {earlier.missingBody !== null && missingBodies[earlier.missingBody]}
      </p>
      {latestId !== null && responseOf(send) !== null && (
        <Button variant="outlined" size="small" onPress={() => void compare(latestId)}>
          Compare
        </Button>
      )}
      {latest.state !== 'idle' && (
        <Button variant="outlined" size="small" onPress={() => workbench.showLatest(tabId)}>
          Back to the latest
        </Button>
      )}
    </div>
  )
}

const missingBodies = {
  tooLarge: 'Its body was larger than 10 MB and is not in the history.',
  lost: 'The file of its body no longer exists.',
} as const

function Notices({ notices }: { readonly notices: readonly Notice[] }) {
  if (notices.length === 0) return null
  return (
    <ul className={classNames(styles.foot, styles.warning)} aria-label="Notices">
      {notices.map((notice, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: notices never move, and codes repeat.
        <li key={index} className={styles.text}>
          {revealInvisible(noticeLine(notice))}
        </li>
      ))}
    </ul>
  )
}
