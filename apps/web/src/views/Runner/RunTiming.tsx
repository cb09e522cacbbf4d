import type { RunRow } from '@parley/engine'
import { formatDuration, revealInvisible } from '@parley/model'
import { useMemo } from 'react'
import { MethodBadge } from '../../components/MethodBadge.tsx'
import { useVirtualRows } from '../../components/use-virtual-rows.ts'
import { requestTimings } from '../../workbench/run-rows.ts'
import styles from './RunTable.module.css'

const rowHeight = 34

/** How long each request took: the bar is its median, the line behind it what 95 of 100 did not exceed. */
export function RunTiming({ rows }: { readonly rows: readonly RunRow[] }) {
  const timings = useMemo(() => requestTimings(rows), [rows])
  const { scroller, indexes, before, after, measure } = useVirtualRows<HTMLElement>(timings.length, rowHeight)
  const longest = Math.max(...timings.map(one => one.p95Ms), 1)
  if (timings.length === 0)
    return <p className={styles.nothing}>Times appear here as requests are answered.</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the arrow keys.
    <section ref={scroller} className={styles.scroller} aria-label="Timing" tabIndex={0}>
      <table
        className={styles.table}
        aria-label="Timing"
        aria-rowcount={timings.length + 1}
        style={{ marginTop: before, marginBottom: after }}
      >
        <thead>
          <tr>
            <th scope="col">Request</th>
            <th scope="col" className={styles.number}>
              Answers
            </th>
            <th scope="col" className={styles.number}>
              Median
            </th>
            <th scope="col" className={styles.number}>
              p95
            </th>
            <th scope="col" className={styles.chart}>
              <span className={styles.hidden}>Chart</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {indexes.map(index => {
            const one = timings[index]
            return (
              one !== undefined && (
                <tr key={one.key} ref={measure} data-index={index} aria-rowindex={index + 2}>
                  <th scope="row" className={styles.name} title={one.key}>
                    <span className={styles.label}>
                      <MethodBadge method={one.method} isColumn />
                      <span>{revealInvisible(one.name)}</span>
                    </span>
                  </th>
                  <td className={styles.number}>{one.count.toLocaleString('en')}</td>
                  <td className={styles.number}>{formatDuration(one.medianMs)}</td>
                  <td className={styles.number}>{formatDuration(one.p95Ms)}</td>
                  <td className={styles.chart}>
                    <span className={styles.track} aria-hidden="true">
                      <span className={styles.p95} style={{ width: `${(one.p95Ms / longest) * 100}%` }} />
                      <span
                        className={styles.median}
                        style={{ width: `${(one.medianMs / longest) * 100}%` }}
                      />
                    </span>
                  </td>
                </tr>
              )
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
