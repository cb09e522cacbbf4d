import { revealInvisible, shownName } from '@parley/model'
import type { LoadOutcome, LoadPlanned } from '@parley/server/contract'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../../components/buttons/Button.tsx'
import { ChoiceRow, milliseconds, NumberRow } from '../../../components/fields/ControlRows.tsx'
import { TextRow } from '../../../components/fields/TextRow.tsx'
import {
  useEnvironments,
  useLibrary,
  useLoads,
  useRunPages,
  useRuns,
  useWorkbench,
} from '../../../wiring/use-stores.ts'
import { type LoadForm, shapeProblemHere, thresholdProblem } from '../../../workbench/runs/load/load-form.ts'
import { formOf } from '../../../workbench/runs/load/loads.ts'
import { type RunTab, tickedOf } from '../../../workbench/runs/run-tab.ts'
import { requestCount } from '../../../workbench/runs/run-words.ts'
import { isInProgress } from '../../../workbench/runs/runs.ts'
import { unsavedForRun } from '../../../workbench/runs/unsaved-for-run.ts'
import { RunDataFile } from '../RunDataFile.tsx'
import runStyles from '../RunOptions.module.css'
import viewStyles from '../RunView.module.css'
import { UnsavedForRunLine } from '../UnsavedForRunLine.tsx'
import { Untranslated } from './Untranslated.tsx'

/** The options of the next load test, and what it would not send as Parley does. */
export function LoadOptions({ tab }: { readonly tab: RunTab }) {
  const loads = useLoads()
  const runPages = useRunPages()
  const runs = useRuns()
  const data = useStore(runPages.store, state => state.data[tab.id])
  const reading = useStore(runPages.store, state => state.reading[tab.id])
  // Read again after each change of the library.
  const runPlan = useStore(runs.store, state => state.plans[tab.targetId])
  const plan = useStore(loads.store, state => state.plans[tab.id])
  const exported = useStore(loads.store, state => state.exports[tab.id])
  const problem = useStore(loads.store, state => state.problems[tab.id] ?? '')
  const { id, targetId } = tab
  // biome-ignore lint/correctness/useExhaustiveDependencies: the plan depends on the library and the data file.
  useEffect(() => void loads.plan({ id, targetId }), [loads, id, targetId, runPlan, data])
  const isDataUnusable = reading !== undefined || (data !== undefined && data.problem !== null)
  return (
    <div className={runStyles.layout}>
      <div className={runStyles.columns}>
        <Untranslated plan={plan} />
        <section className={runStyles.form} aria-label="Options" data-pane-start="" tabIndex={-1}>
          <LoadRows tab={tab} />
          <RunDataFile tabId={tab.id} data={data} reading={reading} />
          <PlaceRows tab={tab} plan={plan} />
        </section>
      </div>
      <UnsavedLine tab={tab} />
      {problem !== '' && (
        <p className={viewStyles.problem} role="alert">
          {problem}
        </p>
      )}
      {exported !== undefined && <ExportedLine exported={exported} />}
      <LoadCommands tab={tab} plan={plan} isDataUnusable={isDataUnusable} />
    </div>
  )
}

function UnsavedLine({ tab }: { readonly tab: RunTab }) {
  const environments = useEnvironments()
  const tabs = useStore(useWorkbench().store, state => state.tabs)
  const tree = useStore(useLibrary().store, state => state.tree)
  const plan = useStore(useRuns().store, state => state.plans[tab.targetId])
  const activeEnvironmentId = useStore(environments.store, state => state.activeId)
  const requestIds = new Set(tickedOf(plan, { leftOut: [] }).map(item => item.requestId))
  const unsaved = unsavedForRun(tabs, { tree, requestIds, activeEnvironmentId })
  return unsaved.length === 0 ? null : <UnsavedForRunLine unsaved={unsaved} />
}

function ExportedLine({ exported }: { readonly exported: Exclude<LoadOutcome, LoadPlanned> }) {
  if (exported.state === 'failed')
    return (
      <p className={viewStyles.problem} role="alert">
        {exported.sentence} {exported.nextStep}
      </p>
    )
  return (
    <p className={runStyles.unsaved} role="status">
      {requestCount(exported.requests)} {exported.requests === 1 ? 'is' : 'are'} in{' '}
      {revealInvisible(exported.folder)}. Its README.md has the commands. Load needs the permission of the
      owner of the server.
    </p>
  )
}

const engines = [
  { value: 'locust', label: 'Locust' },
  { value: 'k6', label: 'k6' },
] as const
const paces = [
  { value: 'users', label: 'Users' },
  { value: 'rate', label: 'Rate' },
] as const
const lengths = [
  { value: 'time', label: 'Time' },
  { value: 'rounds', label: 'Rounds' },
] as const
const most = 1_000_000
const seconds = { min: 1, max: most, unit: 's' } as const

function LoadRows({ tab }: { readonly tab: RunTab }) {
  const loads = useLoads()
  const form = formOf(tab)
  const edit = (change: Partial<LoadForm>) => loads.edit(tab.id, change)
  return (
    <>
      <ChoiceRow
        label="Engine"
        detail="The program that makes the load."
        choices={engines}
        value={form.engine}
        onChange={engine => edit({ engine })}
      />
      <ChoiceRow
        label="Pace"
        detail="Users send as fast as responses come; a rate is that of all users together."
        choices={paces}
        value={form.pace}
        onChange={pace => edit({ pace })}
      />
      {form.pace === 'rate' && (
        <NumberRow
          label="Requests a second"
          {...{ min: 1, max: most }}
          value={form.rate}
          onChange={rate => edit({ rate })}
        />
      )}
      <NumberRow
        label="Users"
        detail="At the same time, each with values and cookies of its own."
        {...{ min: 1, max: 100_000 }}
        value={form.users}
        onChange={users => edit({ users })}
      />
      <LengthRows form={form} edit={edit} />
      <ThinkRows form={form} edit={edit} />
    </>
  )
}

interface FormRowsProps {
  readonly form: LoadForm
  readonly edit: (change: Partial<LoadForm>) => void
}

function LengthRows({ form, edit }: FormRowsProps) {
  return (
    <>
      <NumberRow
        label="Ramp"
        detail="Starts the users over this time, which is not in the figures."
        {...seconds}
        min={0}
        value={form.rampSeconds}
        onChange={rampSeconds => edit({ rampSeconds })}
      />
      <ChoiceRow
        label="End after"
        detail="A round is all requests once."
        choices={lengths}
        value={form.length}
        onChange={length => edit({ length })}
      />
      {form.length === 'time' ? (
        <NumberRow
          label="Duration"
          {...seconds}
          value={form.seconds}
          onChange={value => edit({ seconds: value })}
        />
      ) : (
        <NumberRow
          label="Rounds"
          detail="Of all users together."
          {...{ min: 1, max: most }}
          value={form.rounds}
          onChange={rounds => edit({ rounds })}
        />
      )}
    </>
  )
}

function ThinkRows({ form, edit }: FormRowsProps) {
  return (
    <>
      <NumberRow
        label="Think time, at least"
        detail="The wait of a user after each request, random within these two."
        {...milliseconds}
        value={form.thinkFromMs}
        onChange={thinkFromMs => edit({ thinkFromMs, thinkToMs: Math.max(thinkFromMs, form.thinkToMs) })}
      />
      <NumberRow
        label="Think time, at most"
        {...milliseconds}
        value={form.thinkToMs}
        onChange={thinkToMs => edit({ thinkToMs, thinkFromMs: Math.min(thinkToMs, form.thinkFromMs) })}
      />
      <TextRow
        label="Thresholds"
        detail="The test fails unless each figure is below its limit."
        problem={thresholdProblem(form)}
        placeholder="p95<300 errors<1%"
        value={form.thresholds}
        onChange={thresholds => edit({ thresholds })}
      />
    </>
  )
}

type Plan = LoadPlanned | Extract<LoadOutcome, { state: 'failed' }> | undefined

/** Where the load test is exported to, and whether its host may be sent to. */
function PlaceRows({ tab, plan }: { readonly tab: RunTab; readonly plan: Plan }) {
  const loads = useLoads()
  const form = formOf(tab)
  const host = plan?.state === 'planned' ? plan.foreignHost : null
  return (
    <>
      <TextRow
        label="Export folder"
        detail="A new or empty folder for the script, its data and a README."
        placeholder="~/load/shop"
        value={form.folder}
        onChange={folder => loads.edit(tab.id, { folder })}
      />
      {host !== null && (
        <TextRow
          label="Host"
          detail={`To run it here, type ${host} again. Its owner must permit load.`}
          value={form.host}
          onChange={typed => loads.edit(tab.id, { host: typed })}
        />
      )}
    </>
  )
}

interface LoadCommandsProps {
  readonly tab: RunTab
  readonly plan: Plan
  readonly isDataUnusable: boolean
}

function LoadCommands({ tab, plan, isDataUnusable }: LoadCommandsProps) {
  const loads = useLoads()
  const runPages = useRunPages()
  const runs = useRuns()
  const form = formOf(tab)
  const latest = useStore(runs.store, state =>
    state.lists[tab.targetId]?.runs.find(({ load }) => load !== undefined),
  )
  const environmentName = useStore(
    useEnvironments().store,
    state => state.environments.find(one => one.id === state.activeId)?.name ?? 'No environment',
  )
  const requests = plan?.state === 'planned' ? plan.requests : 0
  const canMake = requests > 0 && !isDataUnusable && thresholdProblem(form) === null
  const isRunning = useStore(runs.store, state => isInProgress(state.infos[latest?.runId ?? ''] ?? latest))
  const notHere = isRunning ? 'A load test of these requests is running.' : whyNotHere(form, plan)
  const hasFolder = form.folder.trim() !== ''
  return (
    <div className={runStyles.foot}>
      <span className={runStyles.words}>
        {plan !== undefined && `${requestCount(requests)} · `}
        {shownName(environmentName)}
        {notHere !== null && ` · ${notHere}`}
        {!hasFolder && ' · To export, type a folder.'}
      </span>
      {latest !== undefined && (
        <Button variant="outlined" onPress={() => runPages.show(tab.id, latest.runId)}>
          {isRunning ? 'Show run' : 'Show last run'}
        </Button>
      )}
      <Button variant="outlined" isDisabled={!canMake || !hasFolder} onPress={() => void loads.export(tab)}>
        Export
      </Button>
      <Button
        variant="primary"
        isDisabled={!canMake || notHere !== null}
        onPress={() => void loads.start(tab)}
      >
        Run here
      </Button>
    </div>
  )
}

/** Says why a load test does not run here; null if it does, or if that is not known yet. */
function whyNotHere(form: LoadForm, plan: Plan): string | null {
  if (plan?.state !== 'planned') return null
  if (form.engine === 'k6') return 'Only Locust runs here.'
  const problem = plan.notHere ?? shapeProblemHere(form)
  if (problem !== null || plan.foreignHost === null) return problem
  const typed = form.host.trim().toLowerCase()
  const isSame = typed === plan.foreignHost || typed === withoutPort(plan.foreignHost)
  return isSame ? null : `To run it here, type ${plan.foreignHost} under Host.`
}

function withoutPort(host: string): string {
  const at = host.lastIndexOf(':')
  return at > host.lastIndexOf(']') ? host.slice(0, at) : host
}
