import type { EditedVariable, LibraryTree, VariablesPlace } from '@parley/server/contract'
import { containersAround, findEntry } from '../../library/find-entry.ts'
import { activeContainer, activeVariables } from '../active-tab.ts'
import type { RowHistory } from '../request/row-history.ts'
import type { ContainerTabs } from '../tabs/container-tabs.ts'
import type { VariableTabs } from '../tabs/variable-tabs.ts'
import type { Workbench } from '../workbench.ts'
import { variableKind } from './variable-kind.ts'

/** The stores that a new variable is put into. */
export interface CreationStores {
  readonly workbench: Pick<Workbench, 'store'>
  readonly containerTabs: Pick<ContainerTabs, 'openVariables' | 'editVariables' | 'variableHistory'>
  readonly variableTabs: Pick<VariableTabs, 'open' | 'reread' | 'editVariables' | 'history'>
}

/** Opens an environment or the variables of the workspace with a row for a variable, whose value gets the focus. */
export async function createInPlace(
  { workbench, variableTabs }: CreationStores,
  place: VariablesPlace,
  name: string,
): Promise<void> {
  variableTabs.open(place)
  const tabId = activeVariables(workbench.store.getState())?.id
  if (tabId === undefined) return
  await variableTabs.reread(tabId)
  // One may have gone to another tab while it was read, or it could not be read.
  const tab = activeVariables(workbench.store.getState())
  if (tab?.id !== tabId || tab.state !== 'open') return
  const { variables } = tab.draft
  const next = withVariable(variables, name, variableTabs.history, tab.draftId)
  if (next !== variables) variableTabs.editVariables(tabId, next)
  variableTabs.open(place, name)
}

/** Does the same in the collection of a place in the tree. */
export async function createInCollection(
  { workbench, containerTabs }: CreationStores,
  tree: LibraryTree | null,
  parentId: string,
  name: string,
): Promise<void> {
  const entry = findEntry(tree, [parentId, ...containersAround(tree, parentId)].at(-1) ?? parentId)
  if (entry === null) return
  await containerTabs.openVariables(entry)
  const tab = activeContainer(workbench.store.getState())
  if (tab?.source.containerId !== entry.node.id) return
  const { variables } = tab.draft.defaults
  const draft = withVariable(variables, name, containerTabs.variableHistory, tab.draftId)
  if (draft !== variables) containerTabs.editVariables(tab.id, draft)
  await containerTabs.openVariables(entry, { name })
}

/** Returns the rows with one for a variable, which an undo of the table removes again. */
function withVariable(
  rows: readonly EditedVariable[],
  name: string,
  history: RowHistory<EditedVariable>,
  historyKey: string,
): readonly EditedVariable[] {
  if (rows.some(({ variable }) => variable.name === name)) return rows
  const next = [...rows, variableKind.withText(variableKind.blank, 'key', name)]
  history.record(historyKey, rows, next, null)
  return next
}
