import type { RunRow } from '@parley/engine'
import type { RunInfo, RunPlanItem } from '@parley/server/contract'
import { type KeyboardEvent, type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { SegmentedControl } from '../../components/buttons/SegmentedControl.tsx'
import { RowList, rowOfKey } from '../../components/lists/RowList.tsx'
import { useVirtualRows } from '../../components/lists/use-virtual-rows.ts'
import { useRunPages, useRuns } from '../../wiring/use-stores.ts'
import { type RowToCome, rowsToCome } from '../../workbench/runs/rows-to-come.ts'
import { countRows, failedFirst, filteredRows, type RunFilter } from '../../workbench/runs/run-rows.ts'
import type { RunTab } from '../../workbench/runs/run-tab.ts'
import { isInProgress } from '../../workbench/runs/runs.ts'
import { RunDetail } from './RunDetail.tsx'
import { ComingRow, EndedRow } from './RunRequestRow.tsx'
import styles from './RunRequests.module.css'

export interface RunRequestsProps {
  readonly tab: RunTab
  readonly run: RunInfo
  readonly rows: readonly RunRow[]
}

type ShownFilter = RunFilter | 'pending'

const nothingPlanned: readonly RunPlanItem[] = []
const nothingToCome: readonly RowToCome[] = []

/** The requests that ended and those that are still to come, beside the exchange and the tests of the chosen one. */
export function RunRequests({ tab, run, rows }: RunRequestsProps) {
  const runs = useRuns()
  const planned = useStore(runs.store, state => state.planned[run.runId] ?? nothingPlanned)
  const [chosen, setChosen] = useState<ShownFilter>('all')
  const filter = chosen === 'pending' && !isInProgress(run) ? 'all' : chosen
  const latest = useDeferredValue(rows)
  // While it goes on, rows keep their places.
  const isOver = !isInProgress(run)
  const shown = useMemo(() => {
    if (filter === 'pending') return []
    const filtered = filteredRows(latest, filter)
    return isOver ? failedFirst(filtered) : filtered
  }, [latest, filter, isOver])
  const toCome = useMemo(() => rowsToCome(run, planned, latest), [run, planned, latest])
  const shownToCome = filter === 'all' || filter === 'pending' ? toCome : nothingToCome
  const counts = useMemo(() => countRows(latest), [latest])
  const countOf = (value: ShownFilter) =>
    value === 'pending' ? toCome.length : counts[value] + (value === 'all' ? toCome.length : 0)
  const choices = filters
    .filter(({ value, isAlwaysShown }) =>
      value === 'pending' ? isInProgress(run) : isAlwaysShown || counts[value] > 0,
    )
    .map(({ value, label }) => ({ value, label: `${label} ${countOf(value).toLocaleString('en')}` }))
  return (
    <div className={styles.parts}>
      <section className={styles.requests} aria-label="Requests">
        <div className={styles.toolbar}>
          <SegmentedControl label="Show" value={filter} choices={choices} onChange={setChosen} />
        </div>
        {shown.length + shownToCome.length === 0 ? (
          <p className="empty-note">{emptyWords(run, filter)}</p>
        ) : (
          <RequestList tab={tab} run={run} rows={shown} toCome={shownToCome} />
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
  { value: 'pending', label: 'Pending', isAlwaysShown: false },
] as const satisfies readonly {
  readonly value: ShownFilter
  readonly label: string
  readonly isAlwaysShown: boolean
}[]

function emptyWords(run: RunInfo, filter: ShownFilter): string {
  if (run.state === 'failed') return 'Nothing was sent.'
  if (filter === 'failed') return isInProgress(run) ? 'No request has failed so far.' : 'No request failed.'
  if (filter === 'passed')
    return isInProgress(run) ? 'No tests have passed so far.' : 'No request with tests passed.'
  if (filter === 'pending') return 'All requests of this iteration were sent.'
  return isInProgress(run) ? 'Requests appear here as they end.' : 'No request ended.'
}

const rowHeight = 34

/** Only the rows in sight exist: a run may have tens of thousands. Arrow keys choose a request. */
function RequestList({
  tab,
  run,
  rows,
  toCome,
}: RunRequestsProps & { readonly toCome: readonly RowToCome[] }) {
  const runPages = useRunPages()
  const chosen = useStore(runPages.store, state => state.chosen[tab.id])
  const total = rows.length + toCome.length
  const list = useVirtualRows<HTMLDivElement>(total, rowHeight, { isVirtual: true, overscan: 12 })
  const at = chosen?.runId === run.runId ? rows.findIndex(row => row.index === chosen.index) : -1

  function choose(index: number): void {
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)]
    if (row === undefined) return
    list.scrollTo(rows.indexOf(row))
    void runPages.choose(tab.id, run.runId, row.index)
  }

  function handleKeyDown(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor((list.scroller.current?.clientHeight ?? 0) / rowHeight) - 1)
    const target = rowOfKey(event.key, at, rows.length, page)
    if (target === null) return
    event.preventDefault()
    choose(target)
  }

  function renderRow(index: number, top: number): ReactNode {
    const row = rows[index]
    const coming = toCome[index - rows.length]
    const shared = {
      hasIterations: run.options.iterations > 1,
      place: {
        'aria-posinset': index + 1,
        'aria-setsize': total,
        style: { transform: `translateY(${top}px)` },
      },
    }
    if (row !== undefined) {
      const isChosen = index === at
      return (
        <EndedRow key={row.index} row={row} isChosen={isChosen} onChoose={() => choose(index)} {...shared} />
      )
    }
    return coming && <ComingRow key={`${coming.iteration} ${coming.key}`} row={coming} {...shared} />
  }

  return (
    <RowList
      rows={list}
      className={styles.scroller}
      role="listbox"
      aria-label="Requests of the run"
      activeIndex={at}
      idOf={index => `run-row-${rows[index]?.index}`}
      onKeyDown={handleKeyDown}
      renderRow={renderRow}
    />
  )
}
