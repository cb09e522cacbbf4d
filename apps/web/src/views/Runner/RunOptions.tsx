import { shownName } from '@parley/model'
import { Repeat } from 'lucide-react'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import {
  ChoiceRow,
  milliseconds,
  NumberRow,
  OptionalNumberRow,
  SwitchRow,
} from '../../components/fields/ControlRows.tsx'
import { SettingRow } from '../../components/fields/SettingRow.tsx'
import { useEnvironments, useLibrary, useRunPages, useRuns, useWorkbench } from '../../wiring/use-stores.ts'
import { canRun, type RunForm, type RunTab, tickedOf } from '../../workbench/runs/run-tab.ts'
import { requestCount } from '../../workbench/runs/run-words.ts'
import { unsavedForRun } from '../../workbench/runs/unsaved-for-run.ts'
import { RunDataFile } from './RunDataFile.tsx'
import styles from './RunOptions.module.css'
import { RunPlan } from './RunPlan.tsx'
import { UnsavedForRunLine } from './UnsavedForRunLine.tsx'

const bodyChoices = [
  { value: 'none', label: 'None' },
  { value: 'failed', label: 'Failed' },
  { value: 'all', label: 'All' },
] as const

/** The requests and options of the next run. */
export function RunOptions({ tab }: { readonly tab: RunTab }) {
  const runPages = useRunPages()
  const runs = useRuns()
  const environments = useEnvironments()
  const workbench = useWorkbench()
  const library = useLibrary()
  const data = useStore(runPages.store, state => state.data[tab.id])
  const reading = useStore(runPages.store, state => state.reading[tab.id])
  const plan = useStore(runs.store, state => state.plans[tab.targetId])
  const latest = useStore(runs.store, state =>
    state.lists[tab.targetId]?.runs.find(({ load }) => load === undefined),
  )
  const environmentName = useStore(
    environments.store,
    state => state.environments.find(one => one.id === state.activeId)?.name ?? 'No environment',
  )
  const chosen = tickedOf(plan, tab.form)
  const tabs = useStore(workbench.store, state => state.tabs)
  const tree = useStore(library.store, state => state.tree)
  const activeEnvironmentId = useStore(environments.store, state => state.activeId)
  const requestIds = new Set(chosen.map(item => item.requestId))
  const unsaved = unsavedForRun(tabs, { tree, requestIds, activeEnvironmentId })
  const iterations = tab.form.iterations ?? Math.max(1, data?.totalRows ?? 1)
  return (
    <div className={styles.layout}>
      <div className={styles.columns}>
        <RunPlan tab={tab} plan={plan} />
        <section className={styles.form} aria-label="Options" data-pane-start="" tabIndex={-1}>
          <OptionRows
            tab={tab}
            dataRows={data?.totalRows ?? 0}
            polled={chosen.filter(item => tab.form.polled.includes(item.key)).length}
          />
          <RunDataFile tabId={tab.id} data={data} reading={reading} />
        </section>
      </div>
      {unsaved.length > 0 && <UnsavedForRunLine unsaved={unsaved} />}
      <div className={styles.foot}>
        <span className={styles.words}>
          {plan !== undefined && `${sendsWords(chosen.length, iterations)} · `}
          {shownName(environmentName)}
        </span>
        {latest !== undefined && (
          <Button variant="outlined" onPress={() => runPages.show(tab.id, latest.runId)}>
            Show last run
          </Button>
        )}
        <Button
          variant="primary"
          isDisabled={!canRun(chosen, data, reading)}
          onPress={() => void runPages.start(tab.id)}
        >
          {unsaved.length > 0 ? 'Run as saved' : 'Run'}
        </Button>
      </div>
    </div>
  )
}

function sendsWords(requests: number, iterations: number): string {
  const words = requestCount(requests)
  return iterations === 1 ? words : `${words}, ${iterations.toLocaleString('en')} times`
}

interface OptionRowsProps {
  readonly tab: RunTab
  readonly dataRows: number
  /** The number of chosen requests that are polled. */
  readonly polled: number
}

function OptionRows({ tab, dataRows, polled }: OptionRowsProps) {
  const runPages = useRunPages()
  const { form } = tab
  const edit = (change: Partial<RunForm>) => runPages.edit(tab.id, change)
  const numberRow = (id: NumberOption) => (
    <NumberRow key={id} {...numberOptions[id]} value={form[id]} onChange={value => edit({ [id]: value })} />
  )
  return (
    <>
      <OptionalNumberRow
        label="Iterations"
        detail="Number of passes. With a data file: one for each row."
        value={form.iterations}
        min={1}
        max={1_000_000}
        placeholder={String(Math.max(1, dataRows))}
        onChange={iterations => edit({ iterations })}
      />
      {(['delayMs', 'parallel', 'retries', 'retryWaitMs'] as const).map(numberRow)}
      <SettingRow label="Poll" detail="Requests with this icon in the list are sent until they pass.">
        <span className={styles.polled}>
          <Repeat size={14} strokeWidth={1.75} aria-hidden="true" />
          {polled === 0 ? 'No request' : requestCount(polled)}
        </span>
      </SettingRow>
      {(['pollEveryMs', 'pollForMs'] as const).map(numberRow)}
      <SwitchRow
        label="Stop on first failure"
        isSelected={form.stopsOnFailure}
        onChange={stopsOnFailure => edit({ stopsOnFailure })}
      />
      <SwitchRow
        label="Scripts may change the order"
        detail="setNextRequest, skipRequest and stopExecution."
        isSelected={form.scriptsMayChangeOrder}
        onChange={scriptsMayChangeOrder => edit({ scriptsMayChangeOrder })}
      />
      <ChoiceRow
        label="Keep response bodies"
        detail="Up to 1,000 of them and 100 MB in a run, 10 MB each."
        choices={bodyChoices}
        value={form.keptBodies}
        onChange={keptBodies => edit({ keptBodies })}
      />
    </>
  )
}

const numberOptions = {
  delayMs: { label: 'Delay', detail: 'Between two requests.', ...milliseconds },
  parallel: {
    label: 'Parallel iterations',
    detail: 'Each with its own cookies and session values.',
    min: 1,
    max: 100,
  },
  retries: { label: 'Retries', detail: 'Resend failed requests up to this many times.', min: 0, max: 1000 },
  retryWaitMs: { label: 'Wait before a retry', detail: 'Doubled each time, up to 30 s.', ...milliseconds },
  pollEveryMs: { label: 'Poll every', detail: 'Between two sends of a polled request.', ...milliseconds },
  pollForMs: { label: 'Poll for', detail: 'Polling stops after this time.', ...milliseconds },
} as const

type NumberOption = keyof typeof numberOptions
