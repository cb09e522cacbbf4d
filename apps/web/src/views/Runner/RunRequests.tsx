import type { RunRow } from '@parley/engine'
import { formatDuration, requestKinds, shownName } from '@parley/model'
import type { RunInfo } from '@parley/server/contract'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Check, Minus, X } from 'lucide-react'
import { type KeyboardEvent, useDeferredValue, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { SegmentedControl } from '../../components/buttons/SegmentedControl.tsx'
import { classNames } from '../../components/class-names.ts'
import { showRow } from '../../components/lists/show-row.ts'
import { MethodBadge } from '../../components/MethodBadge.tsx'
import { useRunPages } from '../../wiring/use-stores.ts'
import { countRows, filteredRows, isFailure, type RunFilter } from '../../workbench/runs/run-rows.ts'
import type { RunTab } from '../../workbench/runs/run-tab.ts'
import { statusWords, testDetail, testWords } from '../../workbench/runs/run-words.ts'
import { isInProgress } from '../../workbench/runs/runs.ts'
import { RunDetail } from './RunDetail.tsx'
import styles from './RunRequests.module.css'
import tableStyles from './RunTable.module.css'

export interface RunRequestsProps {
  readonly tab: RunTab
  readonly run: RunInfo
  readonly rows: readonly RunRow[]
}

/** The requests that ended, beside the exchange and the tests of the chosen one. */
export function RunRequests({ tab, run, rows }: RunRequestsProps) {
  const [filter, setFilter] = useState<RunFilter>('all')
  const latest = useDeferredValue(rows)
  const shown = useMemo(() => filteredRows(latest, filter), [latest, filter])
  const counts = useMemo(() => countRows(latest), [latest])
  const choices = filters
    .filter(({ value, isAlwaysShown }) => isAlwaysShown || counts[value] > 0)
    .map(({ value, label }) => ({ value, label: `${label} ${counts[value].toLocaleString('en')}` }))
  return (
    <div className={styles.parts}>
      <section className={styles.requests} aria-label="Requests">
        <div className={styles.toolbar}>
          <SegmentedControl label="Show" value={filter} choices={choices} onChange={setFilter} />
        </div>
        {shown.length === 0 ? (
          <p className={tableStyles.nothing}>{emptyWords(run, filter)}</p>
        ) : (
          <RowList tab={tab} run={run} rows={shown} />
        )}
      </section>
      <RunDetail tab={tab} run={run} />
    </div>
  )
}

/** In this order, which is that of importance. */
const filters = [
  { value: 'all', label: 'All', isAlwaysShown: true },
  { value: 'passed', label: 'Passed', isAlwaysShown: true },
  { value: 'failed', label: 'Failed', isAlwaysShown: true },
  { value: 'untested', label: 'No tests', isAlwaysShown: false },
  { value: 'skipped', label: 'Skipped', isAlwaysShown: false },
] as const satisfies readonly {
  readonly value: RunFilter
  readonly label: string
  readonly isAlwaysShown: boolean
}[]

function emptyWords(run: RunInfo, filter: RunFilter): string {
  if (run.state === 'failed') return 'Nothing was sent.'
  if (filter === 'failed') return isInProgress(run) ? 'No request has failed so far.' : 'No request failed.'
  if (filter === 'passed')
    return isInProgress(run) ? 'No tests have passed so far.' : 'No request with tests passed.'
  return isInProgress(run) ? 'Requests appear here as they end.' : 'No request ended.'
}

const rowHeight = 34

/** Only the rows in sight exist: a run may have tens of thousands. Arrow keys choose a request. */
function RowList({ tab, run, rows }: RunRequestsProps) {
  const runPages = useRunPages()
  const chosen = useStore(runPages.store, state => state.chosen[tab.id])
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  const at = chosen?.runId === run.runId ? rows.findIndex(row => row.index === chosen.index) : -1

  function choose(index: number): void {
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)]
    if (row === undefined) return
    showRow(virtualizer, rows.indexOf(row))
    void runPages.choose(tab.id, run.runId, row.index)
  }

  function handleKeyDown(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1)
    const targets: Readonly<Record<string, number | undefined>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: rows.length - 1,
    }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    choose(target)
  }

  return (
    <div
      ref={scroller}
      className={styles.scroller}
      role="listbox"
      aria-label="Requests of the run"
      tabIndex={0}
      aria-activedescendant={at === -1 ? undefined : `run-row-${rows[at]?.index}`}
      onKeyDown={handleKeyDown}
    >
      <div className={styles.sizer} role="presentation" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays on the list, which names the chosen one.
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the list.
            <div
              key={row.index}
              id={`run-row-${row.index}`}
              role="option"
              aria-selected={index === at}
              aria-posinset={index + 1}
              aria-setsize={rows.length}
              className={styles.row}
              style={{ transform: `translateY(${start}px)` }}
              onClick={() => choose(index)}
            >
              <RowContent row={row} hasIterations={run.options.iterations > 1} />
            </div>
          )
        })}
      </div>
    </div>
  )
}

function RowContent({ row, hasIterations }: { readonly row: RunRow; readonly hasIterations: boolean }) {
  const isBad = isFailure(row)
  return (
    <>
      <StatusMark row={row} />
      <span className={tableStyles.hidden}>
        {statusWords[row.status]} {row.method}
      </span>
      <MethodBadge method={badgeOf(row)} isColumn />
      <span className={styles.name} title={row.name}>
        {shownName(row.name)}
      </span>
      {hasIterations && <span className={styles.iteration}>#{(row.iteration + 1).toLocaleString('en')}</span>}
      <span className={classNames(styles.code, toneOf(row.statusCode))}>{row.statusCode ?? ''}</span>
      <span className={styles.time}>{row.totalMs === null ? '' : formatDuration(row.totalMs)}</span>
      <span className={classNames(styles.tests, isBad && styles.bad)} title={testDetail(row)}>
        {testWords(row)}
      </span>
    </>
  )
}

function badgeOf({ kind, method }: RunRow): string {
  return (kind === undefined ? null : requestKinds[kind].badge) ?? method
}

function StatusMark({ row }: { readonly row: RunRow }) {
  if (isFailure(row)) return <X className={styles.bad} size={16} strokeWidth={1.75} aria-hidden="true" />
  if (row.status === 'passed' && row.testsPassed > 0)
    return <Check className={styles.good} size={16} strokeWidth={1.75} aria-hidden="true" />
  return <Minus className={styles.quiet} size={16} strokeWidth={1.75} aria-hidden="true" />
}

function toneOf(statusCode: number | null): string | undefined {
  if (statusCode === null || statusCode < 400) return undefined
  return statusCode >= 500 ? styles.bad : styles.warning
}
