import type { UnsavedContainer, UnsavedDrafts, UnsavedVariables } from '@parley/server/contract'
import { hasChanges } from '../documents/document.ts'
import type { WorkbenchState } from '../workbench-state.ts'
import { isContainerTab, isVariablesTab, type OpenTab } from './request-tab.ts'
import { isOfFile } from './variables-tab.ts'

/**
 * Returns what open tabs show of variables, collections and folders and have not saved: requests of this window are
 * sent with it. Null: all of it is saved.
 */
export function unsavedDrafts({ tabs }: Pick<WorkbenchState, 'tabs'>): UnsavedDrafts | null {
  const variables = tabs.flatMap(unsavedVariables)
  const containers = tabs.flatMap(unsavedContainer)
  return variables.length + containers.length === 0 ? null : { variables, containers }
}

/** Whether two states of tabs have the same unsaved variables, collections and folders. Does not compare texts. */
export function hasSameDrafts(
  one: Pick<WorkbenchState, 'tabs'>,
  other: Pick<WorkbenchState, 'tabs'>,
): boolean {
  if (one.tabs === other.tabs) return true
  const [left, right] = [draftsOf(one), draftsOf(other)]
  return left.length === right.length && left.every((draft, at) => draft === right[at])
}

function draftsOf({ tabs }: Pick<WorkbenchState, 'tabs'>): readonly unknown[] {
  return tabs.flatMap((tab): readonly unknown[] => {
    if (isVariablesTab(tab) && tab.draft !== tab.saved) return [tab.draft, tab.saved, tab.state, tab.isGone]
    return isContainerTab(tab) && tab.draft !== tab.saved ? [tab.draft, tab.saved, tab.isLost] : []
  })
}

function unsavedVariables(tab: OpenTab): readonly UnsavedVariables[] {
  if (!isVariablesTab(tab) || tab.isGone || tab.state !== 'open' || !isOfFile(tab.place)) return []
  return hasChanges(tab) ? [{ place: tab.place, ...tab.draft }] : []
}

function unsavedContainer(tab: OpenTab): readonly UnsavedContainer[] {
  if (!isContainerTab(tab) || tab.isLost || !hasChanges(tab)) return []
  const { defaults } = tab.draft
  return defaults === tab.saved.defaults ? [] : [{ id: tab.source.containerId, defaults }]
}
