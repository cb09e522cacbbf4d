import { revealInvisible } from '@parley/model'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { type JsonNode, type JsonTableRow, summaryOf, tableOf } from '../../workbench/json-tree.ts'
import styles from './JsonTableView.module.css'

const rowHeight = 30
/** More of a text is not to be seen in a cell. */
const shownCharacters = 300

export interface JsonTableViewProps {
  readonly root: JsonNode
}

interface Step {
  readonly label: string
  readonly node: JsonNode
}

/** A value as a table of fixed rows; a nested one opens as a table of its own, with the way back above. */
export function JsonTableView({ root }: JsonTableViewProps) {
  const [steps, setSteps] = useState<readonly Step[]>([{ label: 'Root', node: root }])
  const present = steps.at(-1)?.node ?? root
  const path = steps.map(step => step.label).join('.')
  return (
    <div className={styles.view}>
      <nav className={styles.path} aria-label="Path">
        {steps.map((step, depth) => (
          <AriaButton
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the path.
            key={depth}
            className={styles.step ?? ''}
            onPress={() => setSteps(steps.slice(0, depth + 1))}
          >
            {shown(step.label)}
          </AriaButton>
        ))}
      </nav>
      <Rows key={path} node={present} onOpen={(label, node) => setSteps([...steps, { label, node }])} />
    </div>
  )
}

interface RowsProps {
  readonly node: JsonNode
  readonly onOpen: (label: string, node: JsonNode) => void
}

function Rows({ node, onOpen }: RowsProps) {
  const table = useMemo(() => tableOf(node), [node])
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: table.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  })
  const items = virtualizer.getVirtualItems()
  const above = items[0]?.start ?? 0
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the arrow keys.
    <section ref={scroller} className={styles.scroller} tabIndex={0} aria-label="Response as a table">
      <table className={styles.table} aria-label="Response as a table" aria-rowcount={table.rows.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {table.columns.map((name, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never move.
              <th key={column} scope="col">
                {shown(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className={styles.space} style={{ height: above }} />
          {items.map(({ index }) => {
            const row = table.rows[index]
            return row === undefined ? null : (
              <tr key={index} aria-rowindex={index + 2}>
                <Cells row={row} columns={table.columns} onOpen={onOpen} />
              </tr>
            )
          })}
          <tr className={styles.space} style={{ height: below }} />
        </tbody>
      </table>
    </section>
  )
}

interface CellsProps {
  readonly row: JsonTableRow
  readonly columns: readonly string[]
  readonly onOpen: RowsProps['onOpen']
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
            {cell !== undefined && <Cell node={cell} onOpen={() => onOpen(name, cell)} />}
          </td>
        )
      })}
    </>
  )
}

function Cell({ node, onOpen }: { readonly node: JsonNode; readonly onOpen: () => void }) {
  if (node.kind !== 'object' && node.kind !== 'array') return shown(summaryOf(node))
  return (
    <AriaButton className={styles.open ?? ''} onPress={onOpen}>
      {summaryOf(node)}
    </AriaButton>
  )
}

function shown(text: string): string {
  return revealInvisible(text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text)
}
