import { describeSendFailure, formatSize, type SendFailure, type SendStep } from '@parley/model'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../components/Button.tsx'
import styles from './FailedView.module.css'

const stepNames: Readonly<Record<SendStep, string>> = {
  prepare: 'Prepare',
  dns: 'DNS',
  connect: 'Connect',
  tls: 'TLS',
  request: 'Request',
  response: 'Response',
}

export interface FailedViewProps {
  readonly failure: SendFailure
  /** Of the body, before it broke off. */
  readonly receivedBytes: number
  readonly onRetry: () => void
}

/** Why no response came, what to do about it, and Retry. */
export function FailedView({ failure, receivedBytes, onRetry }: FailedViewProps) {
  const { sentence, nextStep } = describeSendFailure(failure)
  return (
    <Failure text={`${sentence} ${nextStep}`} onRetry={onRetry}>
      <dl className={styles.facts}>
        {failure.address !== '' && <Fact name="Address" value={failure.address} />}
        <Fact name="Step" value={stepNames[failure.step]} />
        <Fact name="Code" value={failure.code} />
        {receivedBytes > 0 && <Fact name="Received" value={formatSize(receivedBytes)} />}
      </dl>
    </Failure>
  )
}

export interface UnsentViewProps {
  readonly reason: string
  readonly onRetry: () => void
}

/** The server could not be asked to send. */
export function UnsentView({ reason, onRetry }: UnsentViewProps) {
  return <Failure text={reason} onRetry={onRetry} />
}

interface FailureProps {
  readonly text: string
  readonly onRetry: () => void
  readonly children?: ReactNode
}

function Failure({ text, onRetry, children }: FailureProps) {
  return (
    <div className={styles.scroller}>
      <div className={styles.column} role="alert">
        <h2 className={styles.title}>
          <CircleAlert size={16} strokeWidth={1.6} aria-hidden="true" />
          Request failed
        </h2>
        <p className={styles.text}>{text}</p>
        {children}
        <Button variant="primary" onPress={onRetry}>
          Retry
        </Button>
      </div>
    </div>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}
