import { shownName } from '@parley/model'
import type { ReactNode, Ref } from 'react'
import { useVirtualRows } from '../../components/lists/use-virtual-rows.ts'
import { MethodBadge } from '../../components/MethodBadge.tsx'
import styles from './RunTable.module.css'

/** The attributes that each row of the table needs. */
export interface RunTableRowProps {
  readonly ref: Ref<HTMLTableRowElement>
  readonly 'data-index': number
  readonly 'aria-rowindex': number
}

export interface RunTableProps<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  /** The cells of the head after that of the request. */
  readonly head: ReactNode
  readonly children: (row: Row, index: number, props: RunTableRowProps) => ReactNode
}

const rowHeight = 34

/** The requests of a run in a table with a sticky head; only visible rows are rendered. */
export function RunTable<Row>({ label, rows, head, children }: RunTableProps<Row>) {
  const { scroller, indexes, before, after, measure } = useVirtualRows<HTMLElement>(rows.length, rowHeight)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the arrow keys.
    <section ref={scroller} className={styles.scroller} aria-label={label} tabIndex={0}>
      <table
        className={styles.table}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        style={{ marginTop: before, marginBottom: after }}
      >
        <thead>
          <tr>
            <th scope="col">Request</th>
            {head}
          </tr>
        </thead>
        <tbody>
          {indexes.map(index => {
            const row = rows[index]
            const props = { ref: measure, 'data-index': index, 'aria-rowindex': index + 2 }
            return row === undefined ? null : children(row, index, props)
          })}
        </tbody>
      </table>
    </section>
  )
}

export interface RequestCellProps {
  readonly request: { readonly key: string; readonly badge: string; readonly name: string }
  /** After the name. */
  readonly end?: ReactNode
}

/** The request that a row is about. */
export function RequestCell({ request: { key, badge, name }, end }: RequestCellProps) {
  return (
    <th scope="row" className={styles.name} title={key}>
      <span className={styles.label}>
        <MethodBadge method={badge} isColumn />
        <span>
          {shownName(name)}
          {end}
        </span>
      </span>
    </th>
  )
}
