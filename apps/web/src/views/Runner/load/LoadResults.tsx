import { formatDuration, shownName } from '@parley/model'
import type { ExportInput, LoadDetails, LoadTotals } from '@parley/server/contract'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../../components/buttons/Button.tsx'
import { classNames } from '../../../components/class-names.ts'
import { ActionMenu } from '../../../components/menus/ActionMenu.tsx'
import { SectionTabs } from '../../../components/tabs/SectionTabs.tsx'
import { useLoads, useRunPages, useSavedExports } from '../../../wiring/use-stores.ts'
import { type LoadRun, perSecondWords, shownRequest } from '../../../workbench/runs/load/load-words.ts'
import type { RunTab } from '../../../workbench/runs/run-tab.ts'
import { isInProgress } from '../../../workbench/runs/runs.ts'
import { Revealed } from '../../Shortcuts/Revealed.tsx'
import { EarlierRuns } from '../EarlierRuns.tsx'
import tableStyles from '../RunTable.module.css'
import { RequestCell, RunTable } from '../RunTable.tsx'
import viewStyles from '../RunView.module.css'
import styles from './Load.module.css'
import { LoadChart, LoadLegend } from './LoadChart.tsx'
import { LoadFacts } from './LoadFacts.tsx'

export interface LoadResultsProps {
  readonly tab: RunTab
  readonly run: LoadRun
  /** How many earlier runs there are. */
  readonly earlierCount: number
  /** Called once the results show. */
  readonly onShown: () => void
}

const noDetails: LoadDetails = { requests: [], errors: [], thresholds: [], points: [] }

/** The figures of a load test, while it runs and afterwards. */
export function LoadResults({ tab, run, earlierCount, onShown }: LoadResultsProps) {
  const loads = useLoads()
  const runPages = useRunPages()
  const details = useStore(loads.store, state => state.details[run.runId] ?? noDetails)
  const { runId, state } = run
  const { elapsedMs } = run.load
  // biome-ignore lint/correctness/useExhaustiveDependencies: the figures are read again after each change.
  useEffect(() => void loads.read({ runId }), [loads, runId, state, elapsedMs])
  const section = tab.section === 'earlier' || tab.section === 'errors' ? tab.section : 'requests'
  return (
    <>
      <LoadFacts run={run} />
      {run.problem !== null && (
        <p className={viewStyles.problem} role="alert">
          {run.problem.sentence} {run.problem.nextStep}
        </p>
      )}
      <Charts details={details} />
      <SectionTabs
        label="Load test"
        tabs={[
          { id: 'requests', label: 'Requests' },
          { id: 'errors', label: 'Errors', count: details.errors.length, keepsRoom: true },
          { id: 'earlier', label: 'Earlier runs', count: earlierCount, keepsRoom: true },
        ]}
        selected={section}
        onSelect={chosen => runPages.chooseSection(tab.id, chosen)}
        end={<LoadCommands tab={tab} run={run} />}
        isEndBelowWhenNarrow
      >
        <Revealed onReveal={onShown} />
        {section === 'requests' && <RequestFigures details={details} />}
        {section === 'errors' && <Errors details={details} />}
        {section === 'earlier' && <EarlierRuns tab={tab} run={run} rows={[]} />}
      </SectionTabs>
    </>
  )
}

function Charts({ details: { points } }: { readonly details: LoadDetails }) {
  const last = points.at(-1)
  const times = (numberOf: (point: (typeof points)[number]) => number | null) =>
    points.flatMap(point => {
      const value = numberOf(point)
      return value === null ? [] : [[point.atSeconds, value] as const]
    })
  const words = (ms: number | null | undefined) => (ms == null ? 'none' : formatDuration(ms))
  return (
    <>
      <div className={styles.charts}>
        <LoadChart
          title="Response time, ms"
          words={`median ${words(last?.medianMs)}, 95 % ${words(last?.p95Ms)}`}
          lines={[
            { kind: 'median', points: times(point => point.medianMs) },
            { kind: 'p95', points: times(point => point.p95Ms) },
          ]}
        />
        <LoadChart
          title="Requests per second"
          words={perSecondWords(last?.perSecond ?? 0)}
          lines={[{ kind: 'rate', points: times(point => point.perSecond) }]}
        />
      </div>
      <LoadLegend />
    </>
  )
}

const columns = ['Count', 'Per second', 'Median', '95 %', '99 %', 'Errors'] as const

function RequestFigures({ details: { requests } }: { readonly details: LoadDetails }) {
  if (requests.length === 0) return <p className="empty-note">Figures appear here about once a second.</p>
  return (
    <RunTable
      label="Figures by request"
      rows={requests}
      head={columns.map(column => (
        <th key={column} scope="col" className={tableStyles.number}>
          {column}
        </th>
      ))}
    >
      {(one, index, props) => (
        <tr key={index} {...props}>
          <RequestCell request={shownRequest(one)} />
          {cellsOf(one).map((cell, at) => (
            <td
              key={columns[at]}
              className={classNames(
                tableStyles.number,
                columns[at] === 'Errors' && one.failures > 0 && tableStyles.bad,
              )}
            >
              {cell}
            </td>
          ))}
        </tr>
      )}
    </RunTable>
  )
}

function cellsOf({ count, perSecond, medianMs, p95Ms, p99Ms, failures }: LoadTotals): readonly string[] {
  return [
    count.toLocaleString('en'),
    perSecondWords(perSecond),
    ...[medianMs, p95Ms, p99Ms].map(ms => formatDuration(ms)),
    failures.toLocaleString('en'),
  ]
}

/** The thresholds, and why requests failed. */
function Errors({ details: { errors, thresholds } }: { readonly details: LoadDetails }) {
  if (errors.length === 0 && thresholds.length === 0) return <p className="empty-note">No request failed.</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the arrow keys.
    <section className={styles.errors} aria-label="Errors" tabIndex={0}>
      <ul aria-label="Thresholds">
        {thresholds.map(({ threshold, figure, isMet }) => (
          <li key={threshold} className={styles.error}>
            <span className={isMet ? styles.good : styles.bad}>{isMet ? 'Met' : 'Not met'}</span>
            <span>
              {threshold}: it is {figure.toLocaleString('en')}
            </span>
          </li>
        ))}
      </ul>
      <ul aria-label="Failed requests">
        {errors.map(({ name, method, error, count }) => (
          <li key={`${method} ${name} ${error}`} className={styles.error}>
            <span className={styles.bad}>{count.toLocaleString('en')}</span>
            <span>
              {shownName(`${method} ${shownRequest({ name, method }).name}`)}: {shownName(error)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const reports: readonly {
  readonly id: Extract<ExportInput, { kind: 'run' }>['format']
  readonly label: string
}[] = [
  { id: 'html', label: 'HTML' },
  { id: 'json', label: 'JSON' },
  { id: 'junit', label: 'JUnit' },
]

function LoadCommands({ tab, run }: Pick<LoadResultsProps, 'tab' | 'run'>) {
  const loads = useLoads()
  const savedExports = useSavedExports()
  const isOver = !isInProgress(run)
  return (
    <span className={viewStyles.commands}>
      <ActionMenu
        label="Export report"
        placement="bottom end"
        actions={reports}
        onAction={format =>
          void savedExports.make({ kind: 'run', runId: run.runId, format }, 'Report not exported')
        }
      >
        <Button size="small" isDisabled={!isOver || run.load.total === null}>
          Export report
        </Button>
      </ActionMenu>
      {tab.isLoad === true && (
        <Button size="small" variant="outlined" isDisabled={!isOver} onPress={() => void loads.start(tab)}>
          Run again
        </Button>
      )}
    </span>
  )
}
