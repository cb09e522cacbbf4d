import {
  countPassed,
  formatDuration,
  formatSize,
  type GrpcState,
  type Response,
  revealInvisible,
  type SendFailure,
  type SentRequest,
  type TestReport,
} from '@parley/model'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { useStore } from 'zustand'
import { Tooltip, TooltipTrigger } from '../../../components/buttons/Tooltip.tsx'
import { classNames } from '../../../components/class-names.ts'
import { useLive } from '../../../wiring/use-stores.ts'
import { callTone } from '../../../workbench/grpc/call-tone.ts'
import { scriptErrorWords } from '../../../workbench/sending/script-errors.ts'
import type { AwaitingSend, SendState } from '../../../workbench/tabs/request-tab.ts'
import { ClockTime } from '../../Live/ClockTime.tsx'
import styles from '../ResponsePane.module.css'

/** Whether a gRPC call with streams still takes messages, and since when it has been open. */
export function CallState({
  send,
  state,
}: {
  readonly send: AwaitingSend
  readonly state: 'open' | 'ended'
}) {
  const live = useLive()
  const counts = useStore(live.store, ({ counts: known }) => known[send.sendId])
  return (
    <>
      <span className={classNames(styles.status, 'success')}>
        <span className={styles.statusText}>{state === 'open' ? 'Open' : 'Receiving'}</span>
      </span>
      <ClockTime startedAt={send.startedAt} />
      <span aria-live="off">{(counts?.received ?? 0).toLocaleString('en')} received</span>
      <span aria-live="off">{(counts?.sent ?? 0).toLocaleString('en')} sent</span>
    </>
  )
}

interface MetaContentProps {
  readonly send: SendState
  readonly graphQlErrorCount: number
}

/** What the pane says of a send: status, time, size and version. */
export function MetaContent({ send, graphQlErrorCount }: MetaContentProps) {
  switch (send.state) {
    case 'answered':
      return <AnsweredMeta send={send} graphQlErrorCount={graphQlErrorCount} />
    case 'awaiting':
      return send.response === null ? null : (
        <>
          <Status response={send.response} />
          <span className={styles.time}>
            {isEventStream(send.response) && send.reconnectsAt === undefined && (
              <>
                Live for <ClockTime startedAt={send.startedAt} />
              </>
            )}
          </span>
          <SizeButton request={null} response={send.response} />
          <HttpVersion version={send.response.httpVersion} />
        </>
      )
    case 'cancelled':
      return (
        <>
          <Status response={send.response} />
          {send.attempt !== null && (
            <span className={styles.time}>{formatDuration(send.attempt.timings.totalMs)}</span>
          )}
          <SizeButton request={send.attempt?.request ?? null} response={send.response} />
          <HttpVersion version={send.response.httpVersion} />
        </>
      )
    case 'failed':
      return <FailedMeta send={send} />
    case 'unsent':
      return <span className={classNames(styles.status, 'danger')}>Not sent</span>
    case 'idle':
      return send.scriptError === undefined ? null : (
        <span className={classNames(styles.status, 'danger')}>Not sent</span>
      )
  }
}

type SendIn<State extends SendState['state']> = Extract<SendState, { readonly state: State }>

interface AnsweredMetaProps {
  readonly send: SendIn<'answered'>
  readonly graphQlErrorCount: number
}

function AnsweredMeta({ send, graphQlErrorCount }: AnsweredMetaProps) {
  const { request, response, timings } = send.exchange
  return (
    <>
      {graphQlErrorCount > 0 && (
        <span className={styles.errors}>
          {graphQlErrorCount === 1 ? '1 error' : `${graphQlErrorCount} errors`}
        </span>
      )}
      <Status response={response} />
      <span className={styles.time}>{formatDuration(timings.totalMs)}</span>
      <SizeButton request={request} response={response} />
      <HttpVersion version={response.httpVersion} />
      <TestSummary report={send.tests} />
    </>
  )
}

function FailedMeta({ send }: { readonly send: SendIn<'failed'> }) {
  const request = send.attempt?.request ?? null
  return (
    <>
      <span className={classNames(styles.status, send.failure.kind !== 'skipped' && 'danger')}>
        {endWords[send.failure.kind] ?? 'Failed'}
      </span>
      <span className={styles.time}>{formatDuration(send.failure.elapsedMs)}</span>
      {(request !== null || send.response !== null) && (
        <SizeButton request={request} response={send.response} />
      )}
    </>
  )
}

/** What ended a send that is no failure. */
const endWords: { readonly [Kind in SendFailure['kind']]?: string } = {
  cancelled: 'Cancelled',
  skipped: 'Skipped',
}

function isEventStream(response: Response): boolean {
  return response.content.mediaType === 'text/event-stream'
}

/** Announced with the status; the tab's count shows it. */
function TestSummary({ report }: { readonly report: TestReport }) {
  const { passed, total } = countPassed(report)
  const { length: errors } = report.scriptErrors
  const words = [
    ...(total === 0 ? [] : [`${passed} / ${total} passed`]),
    ...(errors === 0 ? [] : [scriptErrorWords(errors)]),
  ]
  return words.length === 0 ? null : <span className={styles.hidden}>{words.join(', ')}</span>
}

function HttpVersion({ version }: { readonly version: string }) {
  return <span className={styles.version}>HTTP/{version}</span>
}

function Status({ response }: { readonly response: Response }) {
  if (response.grpc !== undefined) return <CallStatus {...response.grpc} />
  const code = response.statusCode
  const reason = revealInvisible(response.reasonPhrase)
  const colour = code >= 500 ? 'danger' : code >= 400 ? 'warning' : code >= 300 ? 'info' : 'success'
  const text = `${code} ${reason}`.trim()
  return (
    <span className={classNames(styles.status, colour)} title={text}>
      <span className={styles.statusText}>{text}</span>
    </span>
  )
}

/** The status of a gRPC call, which has the place of that of HTTP. */
function CallStatus({ code, name }: GrpcState) {
  const text = `${code} ${name}`
  return (
    <span className={classNames(styles.status, callTone(code))} title={text}>
      <span className={styles.statusText}>{text}</span>
    </span>
  )
}

interface SizeButtonProps {
  /** Null if it is unknown what was sent. */
  readonly request: SentRequest | null
  readonly response: Response | null
}

/** The size of the response; on hover and focus what it and the request consist of (behaviour 2.3). */
function SizeButton({ request, response }: SizeButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const wireBytes = response?.content.wireBytes ?? 0
  const decodedBytes = response?.content.decodedBytes ?? 0
  const headerBytes = response?.headerBytes ?? 0
  const version = response?.httpVersion ?? request?.httpVersion ?? ''
  return (
    <TooltipTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <AriaButton className={styles.size ?? ''} onHoverChange={setOpen}>
        {formatSize(headerBytes + wireBytes)}
      </AriaButton>
      <Tooltip placement="bottom end">
        <dl className={styles.sizes}>
          {response !== null && (
            <>
              <dt className={styles.group}>Response</dt>
              <SizeLine label="Headers" bytes={headerBytes} />
              <SizeLine label="Body" bytes={wireBytes} />
              {decodedBytes !== wireBytes && <SizeLine label="Body, decoded" bytes={decodedBytes} />}
            </>
          )}
          {request !== null && (
            <>
              <dt className={styles.group}>Request</dt>
              <SizeLine label="Headers" bytes={request.headerBytes} />
              <SizeLine label="Body" bytes={request.contentBytes} />
            </>
          )}
          <dt className={styles.group}>HTTP/{version}</dt>
        </dl>
      </Tooltip>
    </TooltipTrigger>
  )
}

function SizeLine({ label, bytes }: { readonly label: string; readonly bytes: number }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{formatSize(bytes)}</dd>
    </>
  )
}
