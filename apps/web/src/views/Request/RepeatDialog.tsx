import { useState } from 'react'
import { PickerButton } from '../../components/buttons/PickerButton.tsx'
import { FormDialog } from '../../components/dialogs/FormDialog.tsx'
import { NumberRow } from '../../components/fields/ControlRows.tsx'
import { NumberField } from '../../components/fields/NumberField.tsx'
import { SettingRow } from '../../components/fields/SettingRow.tsx'
import { useRepeatSends, useWorkbench } from '../../wiring/use-stores.ts'
import {
  longestPauseSeconds,
  mostSends,
  type RepeatPlan,
  type StopWhen,
} from '../../workbench/sending/repeat.ts'

const stopWords: Readonly<Record<StopWhen, string>> = {
  never: 'Never',
  testFails: 'A test fails',
  testsPass: 'All tests pass',
  status: 'The status is',
}

const stopChoices = Object.entries(stopWords).map(([id, label]) => ({ id, label }))

const isStopWhen = (id: string): id is StopWhen => id in stopWords

/** Asks how often and until when the request of the active tab is sent. */
export function RepeatDialog({ onClose }: { readonly onClose: () => void }) {
  const { store } = useWorkbench()
  const repeatSends = useRepeatSends()
  const [tabId] = useState(store.getState().activeTabId)
  const [plan, setPlan] = useState<RepeatPlan>({
    times: 10,
    everySeconds: 1,
    stopWhen: 'never',
    statusCode: 200,
  })
  const change = (part: Partial<RepeatPlan>) => setPlan(before => ({ ...before, ...part }))
  return (
    <FormDialog
      kind="repeat"
      title="Send repeatedly"
      submitLabel="Start"
      isComplete={tabId !== null}
      problem={null}
      hint="Each send is an ordinary one: it runs scripts and tests, and is in the history."
      onSubmit={() => {
        onClose()
        if (tabId !== null) void repeatSends(tabId, plan)
      }}
      onClose={onClose}
    >
      <div>
        <NumberRow
          label="Times"
          isFirst
          min={1}
          max={mostSends}
          value={plan.times}
          onChange={times => change({ times })}
        />
        <NumberRow
          label="Every"
          detail="From send to send. The next one waits until the one before has ended."
          unit="s"
          min={0}
          max={longestPauseSeconds}
          value={plan.everySeconds}
          onChange={everySeconds => change({ everySeconds })}
        />
        <StopRow plan={plan} onChange={change} />
      </div>
    </FormDialog>
  )
}

interface StopRowProps {
  readonly plan: RepeatPlan
  readonly onChange: (change: Partial<RepeatPlan>) => void
}

/** What ends it early. The status is between the words and the picker, so that neither moves. */
function StopRow({ plan, onChange }: StopRowProps) {
  return (
    <SettingRow label="Stop when">
      {plan.stopWhen === 'status' && (
        <NumberField
          label="Status"
          min={100}
          max={999}
          value={plan.statusCode}
          onChange={statusCode => onChange({ statusCode })}
        />
      )}
      <PickerButton
        label="Stop when"
        value={stopWords[plan.stopWhen]}
        choices={stopChoices}
        onChoose={id => isStopWhen(id) && onChange({ stopWhen: id })}
      />
    </SettingRow>
  )
}
