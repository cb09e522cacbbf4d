import { createStore } from 'zustand/vanilla'
import type { Workbench } from './workbench.ts'

/** The name of an open request, typed above its URL (spec 4.1). */
export function createTabNaming(
  workbench: Workbench,
  renameSaved: (requestId: string, name: string) => Promise<string | null>,
) {
  const store = createStore<{ readonly tabId: string | null }>(() => ({ tabId: null }))
  return {
    store,
    start: (tabId: string | null) => store.setState({ tabId }),
    stop: () => store.setState({ tabId: null }),
    /** Null where the request has the name now, else why not. That of an unsaved request is kept with its draft. */
    async rename(tabId: string, name: string): Promise<string | null> {
      const tab = workbench.store.getState().tabs.find(one => one.id === tabId)
      const requestId = tab?.source?.requestId
      if (requestId === undefined) workbench.editDraft(tabId, draft => ({ ...draft, name: name.trim() }))
      else {
        const problem = await renameSaved(requestId, name)
        if (problem !== null) return problem
      }
      store.setState(state => (state.tabId === tabId ? { tabId: null } : {}))
      return null
    },
  }
}
