import { shownName } from '@parley/model'
import type { WorkbenchState } from '../workbench-state.ts'
import { isRequestTab, tabName } from './request-tab.ts'

/**
 * Returns the title of a window of the desktop app: the active tab, the workspace, the product.
 * @param workspace - empty: not known yet
 */
export function desktopTitle(
  { tabs, activeTabId }: Pick<WorkbenchState, 'tabs' | 'activeTabId'>,
  workspace: string,
): string {
  const tab = tabs.find(({ id }) => id === activeTabId)
  const names = [
    ...(tab === undefined ? [] : [tabName(tab)]),
    ...(workspace === '' ? [] : [shownName(workspace)]),
  ]
  return [...names, 'Parley'].join(' – ')
}

/** Returns the title of the window: the active tab, the collection of its request, the product. */
export function windowTitle({ tabs, activeTabId }: Pick<WorkbenchState, 'tabs' | 'activeTabId'>): string {
  const tab = tabs.find(({ id }) => id === activeTabId)
  if (tab === undefined) return 'Parley'
  const collection = isRequestTab(tab) ? tab.source?.path[0] : undefined
  return [tabName(tab), ...(collection === undefined ? [] : [shownName(collection)]), 'Parley'].join(' · ')
}
