import type { RunRow } from '@parley/engine'
import { formatDuration } from '@parley/model'
import type { RunInfo } from '@parley/server/contract'
import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { SegmentedControl } from '../../components/buttons/SegmentedControl.tsx'
import { classNames } from '../../components/class-names.ts'
import { useRunPages, useRuns } from '../../wiring/use-stores.ts'
import { timeLabel } from '../../workbench/history-days.ts'
import { type ComparedRow, comparedRows, isFailure } from '../../workbench/runs/run-rows.ts'
import type { RunTab } from '../../workbench/runs/run-tab.ts'
import { statusWords, testWords } from '../../workbench/runs/run-words.ts'
import styles from './RunTable.module.css'
import { RequestCell, RunTable } from './RunTable.tsx'

export interface RunComparisonProps {
  readonly tab: RunTab
  readonly run: RunInfo
  readonly rows: readonly RunRow[]
  readonly other: RunInfo
}

const noRows: readonly RunRow[] = []

/** Two runs side by side, the older one left: status, time and tests of each request. */
export function RunComparison({ tab, run, rows, other }: RunComparisonProps) {
  const runs = useRuns()
  const runPages = useRunPages()
  const otherRows = useStore(runs.store, state => state.rows[other.runId] ?? noRows)
  const [shown, setShown] = useState<'all' | 'different'>('all')
  const isOtherOlder = other.startedAt <= run.startedAt
  const { all, different } = useCompared(isOtherOlder, otherRows, rows)
  const list = shown === 'all' ? all : different
  const [left, right] = isOtherOlder ? [other, run] : [run, other]
  return (
    <>
      <div className={styles.toolbar}>
        <Button size="small" autoFocus onPress={() => runPages.endComparing(tab.id)}>
          Back to the runs
        </Button>
        <SegmentedControl
          label="Show compared"
          value={shown}
          choices={[
            { value: 'all', label: `All ${all.length.toLocaleString('en')}` },
            { value: 'different', label: `Different ${different.length.toLocaleString('en')}` },
          ]}
          onChange={setShown}
        />
      </div>
      {list.length === 0 ? (
        <p className="empty-note">Every request has the same status and the same tests in both runs.</p>
      ) : (
        <RunTable
          label="Compared runs"
          rows={list}
          head={
            <>
              <th scope="col" className={styles.side}>
                {timeLabel(left.startedAt, Date.now())}
              </th>
              <th scope="col" className={styles.side}>
                {timeLabel(right.startedAt, Date.now())}
              </th>
              <th scope="col" className={styles.difference}>
                Difference
              </th>
            </>
          }
        >
          {(one, index, props) => (
            <tr key={index} {...props} className={classNames(one.differs && styles.differs)}>
              <RequestCell request={one} end={one.iteration > 0 && ` #${one.iteration + 1}`} />
              <SideCell row={one.left} />
              <SideCell row={one.right} />
              <td className={styles.difference}>{differenceWords(one)}</td>
            </tr>
          )}
        </RunTable>
      )}
    </>
  )
}

function useCompared(isOtherOlder: boolean, otherRows: readonly RunRow[], rows: readonly RunRow[]) {
  const all = useMemo(
    () => (isOtherOlder ? comparedRows(otherRows, rows) : comparedRows(rows, otherRows)),
    [isOtherOlder, otherRows, rows],
  )
  const different = useMemo(() => all.filter(one => one.differs), [all])
  return { all, different }
}

function SideCell({ row }: { readonly row: RunRow | null }) {
  if (row === null) return <td className={styles.side}>Not in this run</td>
  const time = row.totalMs === null ? [] : [formatDuration(row.totalMs)]
  const words = [...new Set([row.statusCode ?? statusWords(row), ...time, testWords(row)])].join(' · ')
  return <td className={classNames(styles.side, isFailure(row) && styles.bad)}>{words}</td>
}

function differenceWords({ left, right, differs }: ComparedRow): string {
  const outcome = differs ? ['Different outcome'] : []
  if (left?.totalMs == null || right?.totalMs == null) return outcome.join('')
  // The difference of what is shown, which is in whole milliseconds.
  const by = Math.round(right.totalMs) - Math.round(left.totalMs)
  const sign = by === 0 ? '' : by < 0 ? '−' : '+'
  return [...outcome, `${sign}${formatDuration(Math.abs(by))}`].join(' · ')
}
