import type { Toasts } from '../toasts.ts'
import type { Workbench } from '../workbench.ts'
import type { ContainerTab } from './container-tab.ts'
import type { ContainerTabs } from './container-tabs.ts'
import type { ExampleTabs } from './example-tabs.ts'
import { type DraftTab, isDraftTab, isRequestTab, isUnsaved, type OpenTab, tabName } from './request-tab.ts'
import { isPinned } from './strip-order.ts'
import type { TabSaving } from './tab-saving.ts'
import type { VariableTabs } from './variable-tabs.ts'

/** The stores that the actions change. */
export interface TabActionStores {
  readonly workbench: Workbench
  readonly saving: Pick<TabSaving, 'save'>
  readonly containerTabs: Pick<ContainerTabs, 'edit' | 'editVariables'>
  readonly variableTabs: Pick<VariableTabs, 'edit'>
  readonly exampleTabs: Pick<ExampleTabs, 'edit'>
  readonly toasts: Pick<Toasts, 'show'>
}

/** Whether a tab has changes that can be given up for what is saved. */
export function canRevert(tab: OpenTab | undefined): tab is DraftTab {
  if (tab === undefined || !isDraftTab(tab) || !isUnsaved(tab)) return false
  return isRequestTab(tab) ? tab.source !== null : !('isLost' in tab && tab.isLost)
}

/** Whether Close Saved closes a tab. */
export const canCloseUnasked = (tab: OpenTab) => !isUnsaved(tab) && !isPinned(tab)

/** Whether a tab would be saved where it is, without a question for its place. */
const hasPlace = (tab: OpenTab) => !isRequestTab(tab) || tab.source !== null

/** Closes all tabs without unsaved changes but the pinned ones. */
export function closeSavedTabs({ workbench }: Pick<TabActionStores, 'workbench'>): void {
  for (const tab of workbench.store.getState().tabs) if (canCloseUnasked(tab)) workbench.closeTab(tab.id)
}

/**
 * Saves all tabs with unsaved changes: first those that are in a file, then the others, each with a place that the user
 * chooses. Cancel ends it.
 */
export async function saveAllTabs({
  workbench,
  saving,
}: Pick<TabActionStores, 'workbench' | 'saving'>): Promise<void> {
  const unsaved = workbench.store.getState().tabs.filter(isUnsaved)
  for (const tab of unsaved.filter(hasPlace)) await saving.save(tab.id)
  for (const tab of unsaved.filter(one => !hasPlace(one))) {
    workbench.activateTab(tab.id)
    if (!(await saving.save(tab.id))) return
  }
}

/** Gives up the changes of a tab, with an offer to get them back. */
export function revertToSaved(stores: TabActionStores, tabId: string): void {
  const { workbench, toasts } = stores
  const tab = workbench.store.getState().tabs.find(({ id }) => id === tabId)
  if (!canRevert(tab)) return
  showSaved(stores, tab)
  toasts.show({
    kind: 'done',
    owner: { tabId },
    subject: `reverted ${tabId}`,
    title: `Reverted ${tabName(tab)}`,
    code: '',
    text: '',
    action: { label: 'Undo', run: () => showDraft(stores, tab) },
  })
}

function showSaved(stores: TabActionStores, tab: DraftTab): void {
  if (isRequestTab(tab)) stores.workbench.replaceDraft(tab.id, tab.saved)
  else if (tab.kind === 'variables') stores.variableTabs.edit(tab.id, tab.saved)
  else if (tab.kind === 'example') stores.exampleTabs.edit(tab.id, () => tab.saved)
  else showContainer(stores, tab.id, tab.saved)
}

/** Shows the draft of a tab again, a request with its undo history. */
function showDraft(stores: TabActionStores, tab: DraftTab): void {
  if (isRequestTab(tab)) stores.workbench.undoReplacement(tab.id, { evenIfEdited: true })
  else if (tab.kind === 'variables') stores.variableTabs.edit(tab.id, tab.draft)
  else if (tab.kind === 'example') stores.exampleTabs.edit(tab.id, () => tab.draft)
  else showContainer(stores, tab.id, tab.draft)
}

function showContainer(
  { containerTabs }: TabActionStores,
  tabId: string,
  content: ContainerTab['saved'],
): void {
  // What scripts may read of secrets follows the variables.
  containerTabs.editVariables(tabId, content.defaults.variables)
  containerTabs.edit(tabId, () => content)
}
