import type { EditedVariable } from '@parley/server/contract'
import { type FocusEvent, type KeyboardEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useEnvironmentDrafts, useVariableTabs } from '../../wiring/use-stores.ts'
import { removeItem } from '../../workbench/request/edit-rows.ts'
import type { EnvironmentDraft } from '../../workbench/variables/environment-drafts.ts'
import { type SideBySide, withFormer, withValue } from '../../workbench/variables/side-by-side.ts'
import { type Cell, cellAmong, keyAction } from '../RequestPane/tables/table-keys.ts'
import type { useTableCells } from '../RequestPane/tables/use-table-cells.ts'

/** A table of environments side by side, and the name that is typed below it. */
export interface ComparedTable {
  /** One a column. */
  readonly drafts: readonly EnvironmentDraft[]
  readonly compared: SideBySide
  readonly cells: ReturnType<typeof useTableCells<string>>
  readonly newName: {
    readonly typed: string
    readonly setTyped: (typed: string) => void
    /** Gives names a row, also without a variable. */
    readonly onKeep: (names: readonly string[]) => void
  }
}

/** A cell when it got the focus; its variable, or null if there was none. */
interface CellBefore extends Cell<string> {
  readonly former: EditedVariable | null
}

/** What edits the cells of environments side by side, with the keys of the other tables. */
export function useSideBySideEdits(table: ComparedTable) {
  const { drafts, compared, cells, newName } = table
  const { names } = compared
  const edits = useColumnEdits(table)
  const { restore, ...focusHandlers } = useFormerCell(table, edits)

  function addTyped(): void {
    const name = newName.typed.trim()
    const row = names.includes(name) ? names.indexOf(name) : names.length
    flushSync(() => {
      newName.onKeep(row < names.length ? names : [...names, name])
      newName.setTyped('')
    })
    cells.focusCell({ row, column: '0' })
  }

  function onKeyDown(event: KeyboardEvent): void {
    const columns = ['name', ...columnsOf(drafts)]
    const cell = cellAmong(event.target, columns)
    if (cell === null) return
    const isNew = cell.column === 'name'
    const isAdding = event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)
    const reachable = columns.filter(column => cells.isReachable({ row: cell.row, column }))
    const action = keyAction(event, cell, event.target, reachable)
    const place = edits.placeOf(cell)
    if (isNew && isAdding && newName.typed.trim() !== '') addTyped()
    else if (action?.type === 'focus') {
      const row = cells.rowAfter(cell.row, action.cell.row - cell.row)
      cells.focusCell({ row, column: row === names.length ? 'name' : isNew ? '0' : action.cell.column })
    } else if (action === null || place === null || !applied(action.type, place)) return
    event.preventDefault()
    event.stopPropagation()
  }

  /** Returns whether a key did something. */
  function applied(type: string, place: CellPlace): boolean {
    if (type === 'undo' || type === 'redo') edits.step(type, place)
    else if (type === 'remove') edits.remove(place)
    else return type === 'restore' && restore()
    return true
  }

  return {
    handlers: { onKeyDown, ...focusHandlers },
    /** Puts a text into the cell of a column. */
    edit(column: number, name: string, text: string): void {
      const variables = drafts[column]?.variables ?? []
      const index = compared.indexes[column]?.get(name) ?? -1
      const next = withValue(variables, { name, index, isSecret: compared.secrets.has(name) }, text)
      edits.change(column, next, `${index < 0 ? variables.length : index}:value`)
    },
  }
}

const columnsOf = (drafts: ComparedTable['drafts']): readonly string[] => [...drafts.keys()].map(String)

/** What gives back the cell with the focus as it was when it got it. */
function useFormerCell({ drafts, cells }: ComparedTable, edits: ReturnType<typeof useColumnEdits>) {
  const before = useRef<CellBefore | null>(null)
  return {
    restore(): boolean {
      const cell = before.current
      const place = cell && edits.placeOf(cell)
      if (cell === null || place === null || place.item === cell.former) return false
      edits.change(place.column, withFormer(place.variables, place.index, cell.former))
      return true
    },
    onFocus(event: FocusEvent): void {
      const cell = cellAmong(event.target, columnsOf(drafts))
      cells.focusedRow.current = cell?.row ?? -1
      before.current = cell && { ...cell, former: edits.placeOf(cell)?.item ?? null }
    },
    onBlur(): void {
      cells.focusedRow.current = -1
    },
  }
}

/** The variable of a cell. */
interface CellPlace {
  readonly column: number
  readonly variables: readonly EditedVariable[]
  /** -1: there is none. */
  readonly index: number
  readonly item: EditedVariable | null
}

/** What changes the draft of a column, with the undo history of its page. */
function useColumnEdits({ drafts, compared, newName }: ComparedTable) {
  const { history } = useVariableTabs()
  const stored = useEnvironmentDrafts()

  function change(column: number, next: readonly EditedVariable[], merge: string | null = null): void {
    const { id, historyKey, variables } = drafts[column] ?? {}
    if (id === undefined || historyKey === undefined || variables == null || next === variables) return
    history.record(historyKey, variables, next, merge)
    stored.edit(id, next)
  }

  return {
    change,
    step(type: 'undo' | 'redo', { column, variables }: CellPlace): void {
      const { id, historyKey } = drafts[column] ?? {}
      if (id === undefined || historyKey === undefined) return
      const next = history[type](historyKey, variables)
      newName.onKeep(compared.names)
      if (next !== null) stored.edit(id, next)
    },
    /** Its row stays, so that the focus does. */
    remove({ column, variables, index }: CellPlace): void {
      newName.onKeep(compared.names)
      if (index >= 0) change(column, removeItem(variables, index))
    },
    /** Null for a cell without a value. */
    placeOf({ row, column: name }: Cell<string>): CellPlace | null {
      const column = Number(name)
      const variables = drafts[column]?.variables
      const index = compared.indexes[column]?.get(compared.names[row] ?? '') ?? -1
      return variables == null ? null : { column, variables, index, item: variables[index] ?? null }
    },
  }
}
