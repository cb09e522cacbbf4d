import { createStore } from 'zustand/vanilla'
import type { Workbench } from '../workbench.ts'
import { isRequestTab, type OpenTab } from './request-tab.ts'

/** The name of an open request, example, collection or folder, typed above its URL (behaviour 4.1). */
export function createTabNaming(
  workbench: Workbench,
  renameSaved: (id: string, name: string) => Promise<string | null>,
  nameExample: (tabId: string, name: string) => void,
) {
  const store = createStore<{ readonly tabId: string | null }>(() => ({ tabId: null }))
  return {
    store,
    start: (tabId: string | null) => store.setState({ tabId }),
    stop: () => store.setState({ tabId: null }),
    /**
     * Resolves to null if the request was renamed, otherwise to the reason. The name of an unsaved request is
     * kept in its draft.
     */
    async rename(tabId: string, name: string): Promise<string | null> {
      const tab = workbench.store.getState().tabs.find(one => one.id === tabId)
      const savedId = tab === undefined ? undefined : savedIdOf(tab)
      if (tab?.kind === 'example') {
        if (name.trim() === '') return 'A name has at least one character.'
        nameExample(tabId, name.trim())
      } else if (savedId === undefined) workbench.editDraft(tabId, draft => ({ ...draft, name: name.trim() }))
      else {
        const problem = await renameSaved(savedId, name)
        if (problem !== null) return problem
      }
      store.setState(state => (state.tabId === tabId ? { tabId: null } : {}))
      return null
    },
  }
}

/** Undefined for a request that is in no collection, and for what has no name of its own in the library. */
function savedIdOf(tab: OpenTab): string | undefined {
  if (tab.kind === 'run') return tab.targetId
  if (tab.kind === 'variables' || tab.kind === 'example') return undefined
  return isRequestTab(tab) ? tab.source?.requestId : tab.source.containerId
}
