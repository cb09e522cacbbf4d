import {
  describeScriptNote,
  describeSendFailure,
  revealInvisible,
  type SendAttempt,
  type SendFailure,
} from '@parley/model'
import { useStore } from 'zustand'
import { useVariableEditing, useWorkbench } from '../../wiring/use-stores.ts'
import { requestTab } from '../../workbench/active-tab.ts'
import { failureTitle, stepNames } from '../../workbench/response/timeline-events.ts'
import { failureSetting } from '../../workbench/sending/failure-setting.ts'
import { placesForNew } from '../../workbench/variables/new-variable-places.ts'
import { ExplainButton } from '../Assistant/ExplainButton.tsx'
import styles from './FailedView.module.css'
import { Failure } from './Failure.tsx'
import { UntrustedCertificate } from './UntrustedCertificate.tsx'

export interface FailedViewProps {
  readonly failure: SendFailure
  readonly attempt: SendAttempt | null
  readonly tabId: string
  readonly onRetry: () => void
  readonly onOpenTimeline: () => void
}

/** Why no response came, what to do about it, and Retry. */
export function FailedView({ failure, attempt, tabId, onRetry, onOpenTimeline }: FailedViewProps) {
  const workbench = useWorkbench()
  const draft = useStore(workbench.store, state => requestTab(state, tabId)?.draft)
  const setting = draft === undefined ? null : failureSetting(failure, draft)
  const newVariable = failure.code === 'UNKNOWN_HOST_VARIABLE' ? failure.subject : ''
  const { sentence, nextStep } = describeSendFailure(failure)
  return (
    <Failure
      {...(failure.kind === 'skipped'
        ? { title: 'Skipped by its script', text: nextStep }
        : { title: failureTitle(failure), text: `${sentence} ${nextStep}` })}
      onRetry={onRetry}
      {...(failure.kind === 'skipped'
        ? {}
        : {
            end: <ExplainButton tabId={tabId} about="failure" />,
          })}
      setting={setting}
      onOpenRequestSettings={() => workbench.chooseRequestSection(tabId, 'settings')}
      {...(attempt === null ? {} : { onOpenTimeline })}
      places={placesForNew(useVariableEditing().stores, newVariable)}
    >
      <dl className={styles.facts}>
        {failure.address !== '' && <Fact name="Address" value={addressOf(failure, attempt)} />}
        <Fact name="Step" value={stepNames[failure.step]} />
        <Fact name="Code" value={failure.code} />
        {failure.received && <Fact name="Received" value={revealInvisible(failure.received)} />}
        {failure.notes?.map((note, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: notes never move, and can be the same.
          <Fact key={at} name="Note" value={revealInvisible(describeScriptNote(note))} />
        ))}
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

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}
