import { Suspense } from 'react'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { hostOf } from '../../../workbench/response/host-of.ts'
import type { SendState } from '../../../workbench/tabs/request-tab.ts'
import styles from '../ResponsePane.module.css'

const CallState = lazyPart(async () => (await import('./MetaContent.tsx')).CallState)

const MetaContent = lazyPart(async () => (await import('./MetaContent.tsx')).MetaContent)

export interface ResponseMetaProps {
  readonly send: SendState
  /** How many errors a response of GraphQL has. */
  readonly graphQlErrorCount?: number
}

/**
 * Status, time and size of the response; method and host while waiting. As a live region it announces the
 * outcome once, and nothing while the send runs or when another tab is shown.
 */
export function ResponseMeta({ send, graphQlErrorCount = 0 }: ResponseMetaProps) {
  const isRunning = send.state === 'awaiting'
  return (
    <div className={styles.meta} role="status" aria-live={isRunning ? 'off' : 'polite'}>
      <Suspense>
        {send.state === 'idle' ? null : <ShownMeta send={send} graphQlErrorCount={graphQlErrorCount} />}
      </Suspense>
    </div>
  )
}

function ShownMeta({ send, graphQlErrorCount }: Required<ResponseMetaProps>) {
  const isRunning = send.state === 'awaiting'
  if (isRunning && send.call !== undefined) return <CallState send={send} state={send.call} />
  // The keys replace the typed address by the rendered one, and the status of the previous response, so that no text
  // moves.
  if (isRunning && send.response === null)
    return (
      <span key={send.targetUri} className={styles.target}>
        <span>{send.method}</span>
        <span className={styles.host}>{hostOf(send.targetUri)}</span>
      </span>
    )
  return (
    <MetaContent
      key={'sendId' in send ? send.sendId : send.state}
      send={send}
      graphQlErrorCount={graphQlErrorCount}
    />
  )
}
