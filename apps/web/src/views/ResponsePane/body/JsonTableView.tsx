import { revealInvisible } from '@parley/model'
import type { JsonCell, JsonTableRow } from '@parley/server/contract'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type MouseEvent, Suspense, useEffect, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { useStore } from 'zustand'
import { classNames } from '../../../components/class-names.ts'
import { lazyOverlay } from '../../../components/lazy-part.tsx'
import { useScaledRows } from '../../../components/lists/use-scaled-rows.ts'
import { menuPlace } from '../../../components/menus/menu-place.ts'
import type { MenuPlace } from '../../../components/menus/PlacedMenu.tsx'
import type { JsonStep } from '../../../editor/viewer/json-place.ts'
import { NotCopied } from '../../../server-client/body-actions.ts'
import {
  type JsonTableReader,
  type JsonTableState,
  maxSortedRows,
  stepsOfCell,
  summaryOf,
} from '../../../workbench/response/json-table.ts'
import { type JsonTableSort, nextSort } from '../../../workbench/response/sort-json-rows.ts'
import { urlAt } from '../../../workbench/response/urls-in-text.ts'
import styles from './JsonTableView.module.css'
import previewStyles from './PreviewBody.module.css'
import { cellPlaceOf, useCellKeys } from './use-cell-keys.ts'
import type { ValueCommands } from './value-commands.ts'

const ValueMenu = lazyOverlay(async () => (await import('./ValueMenu.tsx')).ValueMenu)

const rowHeight = 30
const headHeight = 27
/** A cell of a longer text has only its beginning, in UTF-16 units. */
const longestCell = 400
/** The longest text that a cell shows. */
const shownCharacters = 300

export interface JsonTableViewProps {
  /** Opens the value at a position of the body; 0 is the root. */
  readonly openTable: (at: number) => JsonTableReader
  /** Reads the whole text of a value, of which a cell shows the beginning or the size. */
  readonly readValue: (steps: readonly JsonStep[]) => Promise<string>
  readonly commands: ValueCommands
}

interface Step {
  readonly label: string
  readonly at: number
  /** The path of its value; null if it is not known. */
  readonly steps: readonly JsonStep[] | null
}

const root: Step = { label: 'Root', at: 0, steps: [] }

/** A value as a table of fixed rows; a nested one opens as a table of its own, with the way back above. */
export function JsonTableView({ openTable, readValue, commands }: JsonTableViewProps) {
  const [steps, setSteps] = useState<readonly Step[]>([root])
  const [target, setTarget] = useState<CellTarget | null>(null)
  const { at, steps: path } = steps.at(-1) ?? root
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
        path={path}
        onOpen={(label, place, opened) => setSteps([...steps, { label, at: place, steps: opened }])}
        onMenu={setTarget}
      />
      {target !== null && (
        <Suspense>
          <ValueMenu
            place={target}
            url={isWhole(target.cell) ? (urlAt(target.cell.text, 0)?.url ?? null) : null}
            value={{
              isFiltered: false,
              steps: async () => target.steps,
              text: async () => textOfCell(target, readValue),
            }}
            commands={commands}
            onClose={() => setTarget(null)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** A cell whose menu is open. */
interface CellTarget extends MenuPlace {
  readonly cell: JsonCell
  readonly steps: readonly JsonStep[] | null
}

type StepsOf = (row: JsonTableRow, column: number) => readonly JsonStep[] | null

/** Returns the cell whose menu is asked for; null if there is none. */
function cellTarget(
  event: MouseEvent,
  rows: ReadonlyMap<number, JsonTableRow>,
  stepsOf: StepsOf,
): CellTarget | null {
  const place = cellPlaceOf(event.target)
  const row = place === null ? undefined : rows.get(place.row)
  const cell = row?.cells[place?.column ?? 0] ?? null
  if (place === null || row === undefined || cell === null) return null
  return { ...menuPlace(event, place.element), cell, steps: stepsOf(row, place.column) }
}

/** Whether a cell has all of its value. */
function isWhole(cell: JsonCell): cell is Extract<JsonCell, { readonly text: string }> {
  return 'text' in cell && cell.text.length < longestCell
}

async function textOfCell({ cell, steps }: CellTarget, readValue: JsonTableViewProps['readValue']) {
  if (isWhole(cell)) return cell.text
  if (steps === null) throw new NotCopied('The path of this value is not known.')
  return readValue(steps)
}

interface ValueProps {
  readonly openTable: () => JsonTableReader
  /** The path of the value; null if it is not known. */
  readonly path: readonly JsonStep[] | null
  readonly onOpen: (label: string, at: number, steps: readonly JsonStep[] | null) => void
  readonly onMenu: (target: CellTarget) => void
}

function Value({ openTable, path, onOpen, onMenu }: ValueProps) {
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
      return <Rows table={table} reader={reader} path={path} onOpen={onOpen} onMenu={onMenu} />
  }
}

interface RowsProps extends Omit<ValueProps, 'openTable'> {
  readonly table: Extract<JsonTableState, { state: 'made' }>
  readonly reader: JsonTableReader
}

function Rows({ table: { columns, rows, totalRows, sort }, reader, path, onOpen, onMenu }: RowsProps) {
  const list = useScaledRows(totalRows, rowHeight, headHeight)
  const { ref, onScroll, first, count, above, below } = list
  useEffect(() => reader.show(first, Math.max(1, count)), [reader, first, count])
  const stepsOf: StepsOf = (row, column) => path && stepsOfCell(path, columns, row, column)
  function openMenu(event: MouseEvent): void {
    const target = cellTarget(event, rows, stepsOf)
    if (target === null) return
    event.preventDefault()
    onMenu(target)
  }
  return (
    <section
      ref={ref}
      className={styles.scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the arrow keys.
      tabIndex={0}
      aria-label="Response as a table"
      aria-description="Enter goes to the cells, where the arrow keys move and the menu key opens a menu."
      onScroll={onScroll}
      onKeyDown={useCellKeys(list, totalRows, columns.length - 1)}
      onContextMenu={openMenu}
    >
      <table className={styles.table} aria-label="Response as a table" aria-rowcount={totalRows + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((name, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never move.
              <th key={column} scope="col" aria-sort={ariaSort(sort, column)}>
                <HeadCell
                  name={name}
                  sort={sort?.column === column ? sort : null}
                  onSort={totalRows > maxSortedRows ? null : () => void reader.sort(nextSort(sort, column))}
                />
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
                <Cells
                  row={rows.get(index) ?? unread}
                  index={index}
                  columns={columns}
                  stepsOf={stepsOf}
                  onOpen={onOpen}
                />
              </tr>
            )
          })}
          <tr className={styles.space} style={{ height: below }} />
        </tbody>
      </table>
    </section>
  )
}

interface HeadCellProps {
  readonly name: string
  /** Null: the rows are not sorted by it. */
  readonly sort: JsonTableSort | null
  /** Null: there are too many rows to sort. */
  readonly onSort: (() => void) | null
}

function HeadCell({ name, sort, onSort }: HeadCellProps) {
  if (onSort === null) return shown(name)
  return (
    <AriaButton className={styles.sort ?? ''} onPress={onSort}>
      {shown(name)}
      <SortMark sort={sort} />
    </AriaButton>
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
  readonly index: number
  readonly columns: readonly string[]
  readonly stepsOf: StepsOf
  readonly onOpen: ValueProps['onOpen']
}

function Cells({ row, index, columns, stepsOf, onOpen }: CellsProps) {
  return (
    <>
      <th scope="row">{shown(row.label)}</th>
      {row.cells.map((cell, column) => {
        const name = columns.length > 2 ? `${row.label}.${columns[column + 1] ?? ''}` : row.label
        return (
          <td
            // biome-ignore lint/suspicious/noArrayIndexKey: columns never move.
            key={column}
            className="ring-inside"
            data-kind={cell?.kind}
            data-cell={`${index}:${column}`}
            tabIndex={-1}
          >
            {cell !== null && <Cell cell={cell} onOpen={at => onOpen(name, at, stepsOf(row, column))} />}
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
