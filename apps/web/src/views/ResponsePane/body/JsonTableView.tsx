import { revealInvisible } from '@parley/model'
import type { JsonCell, JsonTableRow } from '@parley/server/contract'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { useStore } from 'zustand'
import { classNames } from '../../../components/class-names.ts'
import { useScaledRows } from '../../../components/lists/use-scaled-rows.ts'
import {
  type JsonTableReader,
  type JsonTableState,
  maxSortedRows,
  summaryOf,
} from '../../../workbench/response/json-table.ts'
import { type JsonTableSort, nextSort } from '../../../workbench/response/sort-json-rows.ts'
import styles from './JsonTableView.module.css'
import previewStyles from './PreviewBody.module.css'

const rowHeight = 30
const headHeight = 27
/** The longest text that a cell shows. */
const shownCharacters = 300

export interface JsonTableViewProps {
  /** Opens the value at a position of the body; 0 is the root. */
  readonly openTable: (at: number) => JsonTableReader
}

interface Step {
  readonly label: string
  readonly at: number
}

/** A value as a table of fixed rows; a nested one opens as a table of its own, with the way back above. */
export function JsonTableView({ openTable }: JsonTableViewProps) {
  const [steps, setSteps] = useState<readonly Step[]>([{ label: 'Root', at: 0 }])
  const at = steps.at(-1)?.at ?? 0
  return (
    <div className="pane">
      <nav className={styles.path} aria-label="Path">
        {steps.map((step, depth) => (
          <AriaButton
            key={step.at}
            className={styles.step ?? ''}
            onPress={() => setSteps(steps.slice(0, depth + 1))}
          >
            {shown(step.label)}
          </AriaButton>
        ))}
      </nav>
      <Value
        key={at}
        openTable={() => openTable(at)}
        onOpen={(label, place) => setSteps([...steps, { label, at: place }])}
      />
    </div>
  )
}

interface ValueProps {
  readonly openTable: () => JsonTableReader
  readonly onOpen: (label: string, at: number) => void
}

function Value({ openTable, onOpen }: ValueProps) {
  const [reader] = useState(openTable)
  const table = useStore(reader.store)
  useEffect(() => {
    reader.show(0, 1)
    return reader.close
  }, [reader])
  switch (table.state) {
    case 'making':
      return (
        <p className={previewStyles.note}>
          {table.knownRows === 0
            ? 'Reading the body…'
            : `Reading the body, ${table.knownRows.toLocaleString('en')} rows so far…`}
        </p>
      )
    case 'none':
      return (
        <p className={previewStyles.note}>
          The body is not JSON, or too large for a table. Raw shows it as received, Download keeps it as a
          file.
        </p>
      )
    case 'failed':
      return <p className={previewStyles.note}>{table.reason}</p>
    case 'made':
      return <Rows table={table} reader={reader} onOpen={onOpen} />
  }
}

interface RowsProps {
  readonly table: Extract<JsonTableState, { state: 'made' }>
  readonly reader: JsonTableReader
  readonly onOpen: ValueProps['onOpen']
}

function Rows({ table: { columns, rows, totalRows, sort }, reader, onOpen }: RowsProps) {
  const { ref, onScroll, onKeyDown, first, count, above, below } = useScaledRows(
    totalRows,
    rowHeight,
    headHeight,
  )
  useEffect(() => reader.show(first, Math.max(1, count)), [reader, first, count])
  return (
    <section
      ref={ref}
      className={styles.scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the arrow keys.
      tabIndex={0}
      aria-label="Response as a table"
      onScroll={onScroll}
      onKeyDown={onKeyDown}
    >
      <table className={styles.table} aria-label="Response as a table" aria-rowcount={totalRows + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((name, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never move.
              <th key={column} scope="col" aria-sort={ariaSort(sort, column)}>
                {totalRows > maxSortedRows ? (
                  shown(name)
                ) : (
                  <AriaButton
                    className={styles.sort ?? ''}
                    onPress={() => void reader.sort(nextSort(sort, column))}
                  >
                    {shown(name)}
                    <SortMark sort={sort?.column === column ? sort : null} />
                  </AriaButton>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className={styles.space} style={{ height: above }} />
          {Array.from({ length: count }, (_, offset) => {
            const index = first + offset
            return (
              <tr key={index} aria-rowindex={index + 2}>
                <Cells row={rows.get(index) ?? unread} columns={columns} onOpen={onOpen} />
              </tr>
            )
          })}
          <tr className={styles.space} style={{ height: below }} />
        </tbody>
      </table>
    </section>
  )
}

function ariaSort(sort: JsonTableSort | null, column: number) {
  if (sort?.column !== column) return undefined
  return sort.isDescending ? 'descending' : 'ascending'
}

/** Its room is always kept. */
function SortMark({ sort }: { readonly sort: JsonTableSort | null }) {
  const Icon = sort?.isDescending ? ArrowDown : ArrowUp
  return (
    <Icon
      size={12}
      strokeWidth={1.75}
      className={classNames(styles.mark, sort === null && styles.unsorted)}
      aria-hidden="true"
    />
  )
}

const unread: JsonTableRow = { label: '', cells: [] }

interface CellsProps {
  readonly row: JsonTableRow
  readonly columns: readonly string[]
  readonly onOpen: ValueProps['onOpen']
}

function Cells({ row, columns, onOpen }: CellsProps) {
  return (
    <>
      <th scope="row">{shown(row.label)}</th>
      {row.cells.map((cell, column) => {
        const name = columns.length > 2 ? `${row.label}.${columns[column + 1] ?? ''}` : row.label
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns never move.
          <td key={column} data-kind={cell?.kind}>
            {cell !== null && <Cell cell={cell} onOpen={at => onOpen(name, at)} />}
          </td>
        )
      })}
    </>
  )
}

function Cell({ cell, onOpen }: { readonly cell: JsonCell; readonly onOpen: (at: number) => void }) {
  if ('text' in cell) return shown(cell.text)
  return (
    <AriaButton className={styles.open ?? ''} onPress={() => onOpen(cell.at)}>
      {summaryOf(cell)}
    </AriaButton>
  )
}

function shown(text: string): string {
  return revealInvisible(text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text)
}
