import { untitledRequest } from '@parley/model'
import { createStore } from 'zustand/vanilla'
import type { WindowContext } from '../../window/window-context.ts'
import type { RequestDocuments } from '../documents/request-documents.ts'
import { nameFromDraft } from '../request/request-kind.ts'
import type { Workbench } from '../workbench.ts'
import type { ContainerTabs } from './container-tabs.ts'
import type { ExampleTabs } from './example-tabs.ts'
import { isRequestTab } from './request-tab.ts'
import type { VariableTabs } from './variable-tabs.ts'

/** The stores that save each kind of tab. */
export interface SavedStores {
  readonly workbench: Workbench
  readonly requestDocuments: Pick<RequestDocuments, 'save'>
  readonly containerTabs: Pick<ContainerTabs, 'save'>
  readonly variableTabs: Pick<VariableTabs, 'save'>
  readonly exampleTabs: Pick<ExampleTabs, 'save'>
}

export type TabSaving = ReturnType<typeof createTabSaving>

/** How long the word “Saved” shows. */
const savedShowsMs = 1_500

/** Saves tabs, whatever they hold. */
export function createTabSaving(
  { workbench, requestDocuments, containerTabs, variableTabs, exampleTabs }: SavedStores,
  renameSaved: (id: string, name: string) => Promise<string | null>,
  window: Pick<WindowContext, 'after'>,
) {
  /** `saved`: the tab that was saved a moment ago; another object for each save. */
  const store = createStore<{ readonly saved: { readonly tabId: string } | null }>(() => ({ saved: null }))

  /** Saves what a tab holds, in place or with a place that the user chooses. True once it is saved. */
  async function save(tabId: string | null): Promise<boolean> {
    const isSaved = await saveTab(tabId)
    if (isSaved && tabId !== null) showSaved(tabId)
    return isSaved
  }

  function showSaved(tabId: string): void {
    const saved = { tabId }
    store.setState({ saved })
    window.after(savedShowsMs, () => store.setState(state => (state.saved === saved ? { saved: null } : {})))
  }

  async function saveTab(tabId: string | null): Promise<boolean> {
    const tab = workbench.store.getState().tabs.find(one => one.id === tabId)
    if (tab === undefined) return false
    if (tab.kind === 'run') return true
    if (tab.kind === 'variables') return variableTabs.save(tab.id)
    if (tab.kind === 'example') return exampleTabs.save(tab.id)
    return isRequestTab(tab) ? saveRequest(tab.id) : containerTabs.save(tab.id)
  }

  async function saveRequest(tabId: string): Promise<boolean> {
    const isSaved = await requestDocuments.save(tabId)
    if (isSaved) await nameUntitled(tabId)
    return isSaved
  }

  /** A request that nobody named takes its name from its URL when it is saved (behaviour 2.1), wherever it was created. */
  async function nameUntitled(tabId: string): Promise<void> {
    const tab = workbench.store.getState().tabs.find(one => one.id === tabId)
    if (tab === undefined || !isRequestTab(tab) || tab.source === null) return
    const name = nameFromDraft(tab.draft)
    if (tab.draft.name === untitledRequest && name !== untitledRequest)
      await renameSaved(tab.source.requestId, name)
  }

  return {
    store,
    save,
    /** Saves and closes the tab that the user was asked about, then closes the remaining ones. */
    async saveAndClose(): Promise<void> {
      const { closingTabId, closing } = workbench.store.getState()
      workbench.keepTab()
      if (closingTabId === null || !(await save(closingTabId))) return
      workbench.continueClosing({ ...closing, tabIds: [closingTabId, ...closing.tabIds] })
    },
  }
}
