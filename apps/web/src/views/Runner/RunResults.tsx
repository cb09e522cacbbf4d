import type { RunRow } from '@parley/engine'
import type { ExportInput, RunInfo } from '@parley/server/contract'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { ActionMenu } from '../../components/menus/ActionMenu.tsx'
import { SectionTabs } from '../../components/tabs/SectionTabs.tsx'
import { useRunPages, useRuns, useSavedExports } from '../../wiring/use-stores.ts'
import { failedKeys } from '../../workbench/runs/run-rows.ts'
import type { RunTab } from '../../workbench/runs/run-tab.ts'
import { isInProgress } from '../../workbench/runs/runs.ts'
import { Revealed } from '../Shortcuts/Revealed.tsx'
import { EarlierRuns } from './EarlierRuns.tsx'
import { RunCookies } from './RunCookies.tsx'
import { RunFacts } from './RunFacts.tsx'
import { RunRequests } from './RunRequests.tsx'
import { RunTiming } from './RunTiming.tsx'
import styles from './RunView.module.css'

const reports: readonly {
  readonly id: Extract<ExportInput, { kind: 'run' }>['format']
  readonly label: string
}[] = [
  { id: 'html', label: 'HTML' },
  { id: 'json', label: 'JSON' },
  { id: 'junit', label: 'JUnit' },
  { id: 'tap', label: 'TAP' },
]

const noRows: readonly RunRow[] = []

export interface RunResultsProps {
  readonly tab: RunTab
  readonly run: RunInfo
  /** How many earlier runs there are. */
  readonly earlierCount: number
  /** Called once the results show. */
  readonly onShown: () => void
}

/** The progress of a run, and its results. */
export function RunResults({ tab, run, earlierCount, onShown }: RunResultsProps) {
  const runs = useRuns()
  const runPages = useRunPages()
  const rows = useStore(runs.store, state => state.rows[run.runId] ?? noRows)
  return (
    <>
      <RunFacts run={run} rows={rows} />
      {run.problem !== null && (
        <p className={styles.problem} role="alert">
          {run.problem.sentence} {run.problem.nextStep}
        </p>
      )}
      {run.notes.length > 0 && (
        <ul className={styles.notes} aria-label="Notes">
          {run.notes.map(note => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <SectionTabs
        label="Run"
        tabs={[
          { id: 'requests', label: 'Requests' },
          { id: 'timing', label: 'Timing' },
          { id: 'cookies', label: 'Cookies' },
          { id: 'earlier', label: 'Earlier runs', count: earlierCount, keepsRoom: true },
        ]}
        selected={tab.section === 'errors' ? 'requests' : tab.section}
        onSelect={section => runPages.chooseSection(tab.id, section)}
        end={<RunCommands tab={tab} run={run} rows={rows} />}
        isEndBelowWhenNarrow
      >
        <Revealed onReveal={onShown} />
        {tab.section === 'requests' && <RunRequests tab={tab} run={run} rows={rows} />}
        {tab.section === 'timing' && <RunTiming rows={rows} />}
        {tab.section === 'cookies' && <RunCookies tab={tab} run={run} rows={rows} />}
        {tab.section === 'earlier' && <EarlierRuns tab={tab} run={run} rows={rows} />}
      </SectionTabs>
    </>
  )
}

interface RunCommandsProps extends Pick<RunResultsProps, 'tab' | 'run'> {
  readonly rows: readonly RunRow[]
}

function RunCommands({ tab, run, rows }: RunCommandsProps) {
  const runPages = useRunPages()
  const savedExports = useSavedExports()
  const isOver = !isInProgress(run)
  const hasFailures = run.summary !== null && run.summary.counts.failed + run.summary.counts.error > 0
  return (
    <span className={styles.commands}>
      <ActionMenu
        label="Export report"
        placement="bottom end"
        actions={reports}
        onAction={format =>
          void savedExports.make({ kind: 'run', runId: run.runId, format }, 'Report not exported')
        }
      >
        <Button size="small" isDisabled={!isOver || run.summary === null}>
          Export report
        </Button>
      </ActionMenu>
      <Button
        size="small"
        isDisabled={!isOver || !hasFailures}
        onPress={() => void runPages.startOnly(tab.id, failedKeys(rows))}
      >
        Run failed again
      </Button>
      <Button
        size="small"
        variant="outlined"
        isDisabled={!isOver}
        onPress={() => void runPages.start(tab.id)}
      >
        Run again
      </Button>
    </span>
  )
}
