import { type Exchange, formatDuration, formatSize, revealInvisible } from '@parley/model'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { classNames } from '../../components/class-names.ts'
import { Tooltip, TooltipTrigger } from '../../components/Tooltip.tsx'
import { hostOf } from '../../workbench/host-of.ts'
import type { SendState } from '../../workbench/request-tab.ts'
import styles from './ResponsePane.module.css'

export interface ResponseMetaProps {
  readonly send: SendState
}

/**
 * Status, time and size of the answer; method and host while it is awaited. As a live region it tells
 * the outcome once: nothing is announced while the send runs, or when another tab shows.
 */
export function ResponseMeta({ send }: ResponseMetaProps) {
  const isRunning = send.state === 'awaiting'
  return (
    <div className={styles.meta} role="status" aria-live={isRunning ? 'off' : 'polite'}>
      {isRunning && send.response === null ? (
        <>
          <span>{send.method}</span>
          <span className={styles.host}>{hostOf(send.targetUri)}</span>
        </>
      ) : (
        <MetaContent send={send} />
      )}
    </div>
  )
}

function MetaContent({ send }: ResponseMetaProps) {
  switch (send.state) {
    case 'answered':
      return (
        <>
          <Status
            code={send.exchange.response.statusCode}
            reason={revealInvisible(send.exchange.response.reasonPhrase)}
          />
          <span>{formatDuration(send.exchange.timings.totalMs)}</span>
          <SizeButton exchange={send.exchange} />
        </>
      )
    case 'awaiting':
    case 'cancelled':
      return send.response === null ? null : (
        <Status code={send.response.statusCode} reason={revealInvisible(send.response.reasonPhrase)} />
      )
    case 'failed':
      return (
        <>
          <span className={classNames(styles.status, styles.danger)}>Failed</span>
          <span>{formatDuration(send.failure.elapsedMs)}</span>
        </>
      )
    case 'unsent':
      return <span className={classNames(styles.status, styles.danger)}>Not sent</span>
    case 'idle':
      return null
  }
}

function Status({ code, reason }: { readonly code: number; readonly reason: string }) {
  const colour =
    code >= 500 ? styles.danger : code >= 400 ? styles.warning : code >= 300 ? styles.info : styles.success
  const text = `${code} ${reason}`.trim()
  return (
    <span className={classNames(styles.status, colour)} title={text}>
      <span className={styles.statusText}>{text}</span>
    </span>
  )
}

function SizeButton({ exchange }: { readonly exchange: Exchange }) {
  const [isOpen, setOpen] = useState(false)
  const { request, response } = exchange
  const { wireBytes, decodedBytes } = response.content
  return (
    <TooltipTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <AriaButton className={styles.size ?? ''} onHoverChange={setOpen}>
        {formatSize(response.headerBytes + wireBytes)}
      </AriaButton>
      <Tooltip placement="bottom end">
        <dl className={styles.sizes}>
          <dt className={styles.group}>Response</dt>
          <SizeLine label="Headers" bytes={response.headerBytes} />
          <SizeLine label="Body" bytes={wireBytes} />
          {decodedBytes !== wireBytes && <SizeLine label="Body, decoded" bytes={decodedBytes} />}
          <dt className={styles.group}>Request</dt>
          <SizeLine label="Headers" bytes={request.headerBytes} />
          <SizeLine label="Body" bytes={request.contentBytes} />
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
