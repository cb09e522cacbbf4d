import type { RunRow } from '@parley/engine'
import { formatDuration } from '@parley/model'
import { useMemo } from 'react'
import { requestTimings } from '../../workbench/runs/run-rows.ts'
import styles from './RunTable.module.css'
import { RequestCell, RunTable } from './RunTable.tsx'

/** How long each request took: the bar is its median, the line behind it what 95 of 100 did not exceed. */
export function RunTiming({ rows }: { readonly rows: readonly RunRow[] }) {
  const timings = useMemo(() => requestTimings(rows), [rows])
  const longest = Math.max(...timings.map(one => one.p95Ms), 1)
  if (timings.length === 0) return <p className="empty-note">Times appear here as responses arrive.</p>
  return (
    <RunTable
      label="Timing"
      rows={timings}
      head={
        <>
          <th scope="col" className={styles.number}>
            Responses
          </th>
          <th scope="col" className={styles.number}>
            Median
          </th>
          <th scope="col" className={styles.number}>
            p95
          </th>
          <th scope="col" className={styles.chart}>
            <span className="unseen">Chart</span>
          </th>
        </>
      }
    >
      {(one, _, props) => (
        <tr key={one.key} {...props}>
          <RequestCell request={one} />
          <td className={styles.number}>{one.count.toLocaleString('en')}</td>
          <td className={styles.number}>{formatDuration(one.medianMs)}</td>
          <td className={styles.number}>{formatDuration(one.p95Ms)}</td>
          <td className={styles.chart}>
            <span className={styles.track} aria-hidden="true">
              <span className={styles.p95} style={{ width: `${(one.p95Ms / longest) * 100}%` }} />
              <span className={styles.median} style={{ width: `${(one.medianMs / longest) * 100}%` }} />
            </span>
          </td>
        </tr>
      )}
    </RunTable>
  )
}
