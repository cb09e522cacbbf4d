import {
  describeSendFailure,
  revealInvisible,
  type SendAttempt,
  type SendFailure,
  type SendStep,
} from '@parley/model'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../components/Button.tsx'
import styles from './FailedView.module.css'
import { UntrustedCertificate } from './UntrustedCertificate.tsx'

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
  readonly attempt: SendAttempt | null
  readonly onRetry: () => void
  readonly onOpenTimeline: () => void
}

/** Why no response came, what to do about it, and Retry. */
export function FailedView({ failure, attempt, onRetry, onOpenTimeline }: FailedViewProps) {
  const { sentence, nextStep } = describeSendFailure(failure)
  return (
    <Failure
      text={`${sentence} ${nextStep}`}
      onRetry={onRetry}
      {...(attempt === null ? {} : { onOpenTimeline })}
    >
      <dl className={styles.facts}>
        {failure.address !== '' && <Fact name="Address" value={addressOf(failure, attempt)} />}
        <Fact name="Step" value={stepNames[failure.step]} />
        <Fact name="Code" value={failure.code} />
      </dl>
      <UntrustedCertificate failure={failure} attempt={attempt} onRetry={onRetry} />
    </Failure>
  )
}

/** Host and port as typed, with the address that was connected to where there is one. */
function addressOf({ address }: SendFailure, attempt: SendAttempt | null): string {
  const remote = attempt?.connection?.remoteAddress ?? ''
  return revealInvisible(remote === '' || address.includes(remote) ? address : `${address} (${remote})`)
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
  readonly onOpenTimeline?: () => void
  readonly children?: ReactNode
}

function Failure({ text, onRetry, onOpenTimeline, children }: FailureProps) {
  return (
    <div className={styles.scroller}>
      <div className={styles.column} role="alert">
        <h2 className={styles.title}>
          <CircleAlert size={16} strokeWidth={1.6} aria-hidden="true" />
          Request failed
        </h2>
        <p className={styles.text}>{revealInvisible(text)}</p>
        {children}
        <div className={styles.actions}>
          <Button variant="primary" onPress={onRetry}>
            Retry
          </Button>
          {onOpenTimeline !== undefined && (
            <Button variant="outlined" onPress={onOpenTimeline}>
              Open Timeline
            </Button>
          )}
        </div>
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
