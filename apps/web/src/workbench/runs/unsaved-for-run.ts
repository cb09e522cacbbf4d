import { shownName, type Variable } from '@parley/model'
import type { EditedVariable, LibraryTree } from '@parley/server/contract'
import { entriesById } from '../../library/find-entry.ts'
import { isDeepEqual } from '../deep-equal.ts'
import {
  isContainerTab,
  isRequestTab,
  isUnsaved,
  isVariablesTab,
  type OpenTab,
  tabName,
} from '../tabs/request-tab.ts'

/** A tab with unsaved changes that a run would use if they were saved. */
export interface UnsavedForRun {
  readonly tabId: string
  /** Its request, collection or folder; null for variables of environments, the workspace and Global. */
  readonly entryId: string | null
  readonly name: string
  /** The names of the variables that differ. */
  readonly variables: readonly string[]
}

/** What a run reads: its requests, what they inherit from, and the active environment. */
export interface RunScope {
  readonly tree: LibraryTree | null
  readonly requestIds: ReadonlySet<string>
  readonly activeEnvironmentId: string | null
}

/** Returns the tabs that a run ignores because it uses what is saved (product decisions, Unsaved values of variables). */
export function unsavedForRun(tabs: readonly OpenTab[], scope: RunScope): readonly UnsavedForRun[] {
  const unsaved = tabs.flatMap(tab => {
    const found = unsavedOf(tab)
    return found === null ? [] : [{ tab, found }]
  })
  if (unsaved.length === 0) return []
  const used = new Set([...scope.requestIds, ...containersOf(scope)])
  return unsaved.flatMap(({ tab, found }) => {
    if (found.entryId !== null) return used.has(found.entryId) ? [found] : []
    const isOtherEnvironment =
      isVariablesTab(tab) && tab.place.kind === 'environment' && tab.place.id !== scope.activeEnvironmentId
    return isOtherEnvironment ? [] : [found]
  })
}

/** Returns the unsaved part of a tab that sends of saved requests do not use; null: there is none. */
export function unsavedOf(tab: OpenTab): UnsavedForRun | null {
  if (!isUnsaved(tab)) return null
  const found = { tabId: tab.id, name: tabName(tab) }
  const between = (saved: readonly Variable[], draft: readonly Variable[]) =>
    changedNames(asRows(saved), asRows(draft))
  if (isRequestTab(tab)) {
    const { saved, draft, source } = tab
    return (
      source && { ...found, entryId: source.requestId, variables: between(saved.variables, draft.variables) }
    )
  }
  if (isContainerTab(tab)) {
    const [saved, draft] = [tab.saved.defaults, tab.draft.defaults]
    if (draft === saved) return null
    const entryId = tab.source.containerId
    return { ...found, entryId, variables: between(saved.variables, draft.variables) }
  }
  if (!isVariablesTab(tab) || tab.isGone || tab.place.kind === 'session') return null
  return { ...found, entryId: null, variables: changedNames(tab.saved, tab.draft) }
}

/** Returns the names of variables that two lists do not have in common. */
function changedNames(saved: readonly EditedVariable[], draft: readonly EditedVariable[]): readonly string[] {
  const missing = (rows: readonly EditedVariable[], others: readonly EditedVariable[]) =>
    rows.filter(row => !others.some(other => isDeepEqual(row, other))).map(({ variable }) => variable.name)
  return [...new Set([...missing(draft, saved), ...missing(saved, draft)])].filter(name => name !== '')
}

const mostNames = 3

/** Returns a tab and its variables in words: `Local (region, token)`. */
export function unsavedWords({ name, variables }: UnsavedForRun): string {
  if (variables.length === 0) return shownName(name)
  const shown = variables.slice(0, mostNames).map(shownName)
  const rest = variables.length > mostNames ? [`${variables.length - mostNames} more`] : []
  return `${shownName(name)} (${[...shown, ...rest].join(', ')})`
}

function asRows(variables: readonly Variable[]): readonly EditedVariable[] {
  return variables.map(variable => ({ variable, secretValue: null }))
}

/** Returns the collections and folders around the requests of a run. */
function containersOf({ tree, requestIds }: RunScope): ReadonlySet<string> {
  const found = new Set<string>()
  if (tree === null) return found
  const entries = entriesById(tree)
  for (const id of requestIds) {
    let parentId = entries.get(id)?.parentId ?? null
    while (parentId !== null && !found.has(parentId)) {
      found.add(parentId)
      parentId = entries.get(parentId)?.parentId ?? null
    }
  }
  return found
}
