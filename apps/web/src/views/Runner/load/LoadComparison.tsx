import { formatDuration } from '@parley/model'
import type { LoadTotals, RunInfo } from '@parley/server/contract'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../../components/buttons/Button.tsx'
import { classNames } from '../../../components/class-names.ts'
import { useLoads, useRunPages } from '../../../wiring/use-stores.ts'
import { timeLabel } from '../../../workbench/history-days.ts'
import { comparedLoads, p95Difference } from '../../../workbench/runs/load/compare-loads.ts'
import { errorWords, perSecondWords, shownRequest } from '../../../workbench/runs/load/load-words.ts'
import type { RunTab } from '../../../workbench/runs/run-tab.ts'
import styles from '../RunTable.module.css'
import { RequestCell, RunTable } from '../RunTable.tsx'

export interface LoadComparisonProps {
  readonly tab: RunTab
  readonly run: RunInfo
  readonly other: RunInfo
}

/** Two load tests side by side, the older one left: the rate, times and errors of each request. */
export function LoadComparison({ tab, run, other }: LoadComparisonProps) {
  const loads = useLoads()
  const runPages = useRunPages()
  const details = useStore(loads.store, state => state.details)
  useEffect(() => void loads.read(other), [loads, other])
  const [left, right] = other.startedAt <= run.startedAt ? [other, run] : [run, other]
  const rows = comparedLoads(left, right, details)
  return (
    <>
      <div className={styles.toolbar}>
        <Button size="small" autoFocus onPress={() => runPages.endComparing(tab.id)}>
          Back to the runs
        </Button>
      </div>
      <RunTable
        label="Compared load tests"
        rows={rows}
        head={
          <>
            <th scope="col" className={styles.side}>
              {timeLabel(left.startedAt, Date.now())}
            </th>
            <th scope="col" className={styles.side}>
              {timeLabel(right.startedAt, Date.now())}
            </th>
            <th scope="col" className={styles.difference}>
              95 %
            </th>
          </>
        }
      >
        {(one, index, props) => (
          <tr key={index} {...props}>
            <RequestCell request={shownRequest(one)} />
            <SideCell figures={one.left} />
            <SideCell figures={one.right} />
            <td className={styles.difference}>{p95Difference(one)}</td>
          </tr>
        )}
      </RunTable>
    </>
  )
}

function SideCell({ figures }: { readonly figures: LoadTotals | null }) {
  if (figures === null) return <td className={styles.side}>Not in this run</td>
  const { perSecond, medianMs, p95Ms, failures } = figures
  const words = [
    `${perSecondWords(perSecond)} /s`,
    `${formatDuration(medianMs)}, ${formatDuration(p95Ms)}`,
    errorWords(figures),
  ]
  return <td className={classNames(styles.side, failures > 0 && styles.bad)}>{words.join(' · ')}</td>
}
