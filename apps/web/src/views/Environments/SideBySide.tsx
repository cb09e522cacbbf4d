// biome-ignore-all lint/a11y/useSemanticElements: a grid of editable cells, which a <table> is not.
// biome-ignore-all lint/a11y/useFocusableInteractive: the controls in the cells take the focus.
import { shownName } from '@parley/model'
import type { EditedVariable, EnvironmentSummary } from '@parley/server/contract'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { classNames } from '../../components/class-names.ts'
import { SearchField } from '../../components/fields/SearchField.tsx'
import { VariableInput } from '../../components/fields/VariableInput.tsx'
import {
  useEnvironmentDrafts,
  useEnvironments,
  useLibrary,
  useVariableTabs,
  useWorkbench,
} from '../../wiring/use-stores.ts'
import { type EnvironmentDraft, environmentDraft } from '../../workbench/variables/environment-drafts.ts'
import { type SideBySide as Compared, sideBySide } from '../../workbench/variables/side-by-side.ts'
import { variableKind } from '../../workbench/variables/variable-kind.ts'
import { useTableCells } from '../RequestPane/tables/use-table-cells.ts'
import styles from './SideBySide.module.css'
import { type ComparedTable, useSideBySideEdits } from './use-side-by-side-edits.ts'

/** An environment is read and edited for each column, so that there are not any number of them. */
const mostColumns = 50
/** From this number of names on there is a filter. */
const longTable = 13

const noVariables: readonly EditedVariable[] = []

/** All environments in one table, a row for each name. The cells are those of the drafts of their pages. */
export function SideBySide() {
  const total = useStore(useEnvironments().store, state => state.environments.length)
  const columns = useColumns()
  /** Names that keep their row, also without a variable. */
  const [kept, setKept] = useState<readonly string[]>([])
  const compared = useMemo(
    () =>
      sideBySide(
        columns.map(({ draft }) => draft.variables ?? noVariables),
        kept,
      ),
    [columns, kept],
  )
  const [filter, setFilter] = useState('')
  const problems = columns.filter(({ draft }) => draft.problem !== null)
  if (total === 0)
    return <p className="empty-note">There are no environments. New environment in the sidebar makes one.</p>
  return (
    <>
      {(compared.names.length >= longTable || filter !== '') && (
        <div className={styles.tools}>
          <SearchField label="Filter variables" placeholder="Filter" value={filter} onChange={setFilter} />
        </div>
      )}
      {total > mostColumns && (
        <p className={styles.note}>
          The first {mostColumns} of {total.toLocaleString('en')} environments are shown.
        </p>
      )}
      {problems.map(({ environment, draft }) => (
        <p key={environment.id} role="alert" className={styles.problem}>
          {shownName(environment.name)}: {draft.problem}
        </p>
      ))}
      <Table columns={columns} compared={compared} filter={filter} onKeep={setKept} />
    </>
  )
}

interface Column {
  readonly environment: EnvironmentSummary
  readonly draft: EnvironmentDraft
}

/** The environments that are shown, with their drafts. */
function useColumns(): readonly Column[] {
  const environments = useEnvironments()
  const workbench = useWorkbench()
  const drafts = useEnvironmentDrafts()
  const listed = useStore(environments.store, state => state.environments)
  const shown = useMemo(() => listed.slice(0, mostColumns), [listed])
  const ids = JSON.stringify(shown.map(({ id }) => id))
  useEffect(() => drafts.watch(JSON.parse(ids)), [drafts, ids])
  const state = useStore(drafts.store)
  const tabs = useStore(workbench.store, ({ tabs }) => tabs)
  return useMemo(
    () => shown.map(environment => ({ environment, draft: environmentDraft(environment.id, state, tabs) })),
    [shown, state, tabs],
  )
}

interface TableProps {
  readonly columns: readonly Column[]
  readonly compared: Compared
  readonly filter: string
  readonly onKeep: (names: readonly string[]) => void
}

function Table({ columns, compared, filter, onKeep }: TableProps) {
  const { names } = compared
  const searched = filter.trim().toLowerCase()
  const cells = useTableCells<string>(
    names.length + 1,
    row => searched === '' || names[row]?.toLowerCase().includes(searched) === true,
  )
  const [typed, setTyped] = useState('')
  const table: ComparedTable = {
    drafts: useMemo(() => columns.map(({ draft }) => draft), [columns]),
    compared,
    cells,
    newName: { typed, setTyped, onKeep },
  }
  const { handlers, edit } = useSideBySideEdits(table)
  const { scroller, isVirtual, after } = cells.rows
  const gridTemplateColumns = `220px repeat(${columns.length}, minmax(180px, 1fr))`
  return (
    <div ref={scroller} className={styles.scroller}>
      <div
        ref={cells.table}
        role="grid"
        aria-label="Environments side by side"
        aria-rowcount={isVirtual ? cells.shownCount + 1 : undefined}
        className={styles.table}
        tabIndex={-1}
        {...handlers}
      >
        <HeadRow columns={columns} gridTemplateColumns={gridTemplateColumns} />
        {cells.existing.map(({ index, place, gapBefore }) => (
          <VariableRow
            key={index}
            row={index}
            name={names[index] ?? null}
            gapBefore={gapBefore}
            rowIndex={isVirtual ? place + 2 : undefined}
            columns={columns}
            compared={compared}
            gridTemplateColumns={gridTemplateColumns}
            typed={typed}
            onTyped={setTyped}
            onEdit={edit}
          />
        ))}
        {after > 0 && <div role="presentation" style={{ height: after }} />}
      </div>
    </div>
  )
}

interface HeadRowProps {
  readonly columns: readonly Column[]
  readonly gridTemplateColumns: string
}

function HeadRow({ columns, gridTemplateColumns }: HeadRowProps) {
  const variableTabs = useVariableTabs()
  const activeId = useStore(useEnvironments().store, state => state.activeId)
  return (
    <div role="row" className={styles.head} style={{ gridTemplateColumns }}>
      <div role="columnheader" className={styles.name}>
        Name
      </div>
      {columns.map(({ environment: { id, name, collection }, draft }) => (
        <div key={id} role="columnheader">
          <button
            type="button"
            className={styles.environment}
            title={collection === null ? undefined : shownName(collection)}
            aria-description={draft.isUnsaved ? 'Unsaved changes' : undefined}
            onClick={() => variableTabs.open({ kind: 'environment', id })}
          >
            {shownName(name)}
          </button>
          <span className={classNames(styles.dot, draft.isUnsaved && styles.unsaved)} aria-hidden="true" />
          {id === activeId && <span className={styles.active}>Active</span>}
        </div>
      ))}
    </div>
  )
}

interface VariableRowProps extends HeadRowProps {
  readonly row: number
  /** Null: the row in which a new name is typed. */
  readonly name: string | null
  readonly gapBefore: number
  readonly rowIndex: number | undefined
  readonly compared: Compared
  readonly typed: string
  readonly onTyped: (typed: string) => void
  readonly onEdit: (column: number, name: string, text: string) => void
}

function VariableRow(props: VariableRowProps) {
  const { row, name, gapBefore, rowIndex, columns, compared, gridTemplateColumns, onEdit } = props
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      className={styles.row}
      style={{ gridTemplateColumns, marginTop: gapBefore }}
    >
      {name === null ? (
        <div role="gridcell" className={styles.name} data-cell={`${row}:name`}>
          <VariableInput
            label="New name"
            placeholder="New name"
            value={props.typed}
            known={null}
            onChange={props.onTyped}
          />
        </div>
      ) : (
        <div role="rowheader" className={classNames(styles.name, styles.text)} title={shownName(name)}>
          {shownName(name)}
        </div>
      )}
      {columns.map(({ environment, draft }, column) => (
        <ValueCell
          key={environment.id}
          at={`${row}:${column}`}
          name={name}
          environment={environment}
          item={draft.variables?.[compared.indexes[column]?.get(name ?? '') ?? -1] ?? null}
          isReadable={draft.variables !== null}
          isSecret={compared.secrets.has(name ?? '')}
          onChange={text => onEdit(column, name ?? '', text)}
        />
      ))}
    </div>
  )
}

interface ValueCellProps {
  readonly at: string
  readonly name: string | null
  readonly environment: EnvironmentSummary
  /** Null: the environment has no variable of the name. */
  readonly item: EditedVariable | null
  readonly isReadable: boolean
  /** Whether it is a secret in one of the environments. */
  readonly isSecret: boolean
  readonly onChange: (text: string) => void
}

function ValueCell({ at, name, environment, item, isReadable, isSecret, onChange }: ValueCellProps) {
  const known = useStore(useLibrary().store, state => state.variables[''] ?? null)
  const isOff = item !== null && !item.variable.enabled
  return (
    <div role="gridcell" className={classNames(isOff && styles.off)} data-cell={at}>
      {name !== null && isReadable && (
        <VariableInput
          label={`${shownName(name)} in ${shownName(environment.name)}`}
          value={item === null ? '' : variableKind.text(item, 'value')}
          known={known}
          placeholder={placeholderOf(item)}
          isMasked={item === null ? isSecret : item.variable.secret}
          onChange={onChange}
        />
      )}
    </div>
  )
}

function placeholderOf(item: EditedVariable | null): string {
  if (item === null) return 'Not set'
  return item.variable.secret && item.secretValue === null ? 'No value on this device' : 'Empty'
}
