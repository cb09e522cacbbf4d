import { createStore } from 'zustand/vanilla'
import { requestTab } from '../active-tab.ts'
import type { Workbench } from '../workbench.ts'
import type { WorkbenchState } from '../workbench-state.ts'
import { isRequestTab } from './request-tab.ts'

/** The request that is shown beside the active one. */
export interface BesideState {
  /** Null: the active one has the room alone. */
  readonly tabId: string | null
  /** On which side of the active one it is. */
  readonly side: 'left' | 'right'
}

/** Two requests side by side. The one with the focus is the active one, on which commands and shortcuts act. */
export function createBeside({ store: workbench }: Pick<Workbench, 'store'>) {
  const store = createStore<BesideState>(() => ({ tabId: null, side: 'left' }))
  workbench.subscribe((state, before) => {
    const { tabId, side } = store.getState()
    if (tabId === null) return
    if (requestTab(state, tabId) === null) store.setState({ tabId: null })
    else if (state.activeTabId === tabId) {
      const other = requestTab(state, before.activeTabId)
      store.setState({
        tabId: other === null || other.id === tabId ? null : other.id,
        side: side === 'left' ? 'right' : 'left',
      })
    }
  })
  return {
    store,
    /** Shows a request on the right of the active one, or of the one next to it in the strip, and goes to it. */
    open(tabId: string): void {
      const otherId = otherRequest(workbench.getState(), tabId)
      if (otherId === null) return
      store.setState({ tabId: otherId, side: 'left' })
      workbench.setState({ activeTabId: tabId })
    },
    close: () => store.setState({ tabId: null }),
    /** Leaves the other one of the two alone. */
    closePane(tabId: string): void {
      const { tabId: besideId } = store.getState()
      store.setState({ tabId: null })
      if (workbench.getState().activeTabId === tabId) workbench.setState({ activeTabId: besideId })
    },
  }
}

/** Returns the request beside which a tab is shown; null if there is none, or if the tab has no request. */
export function otherRequest(state: WorkbenchState, tabId: string): string | null {
  if (requestTab(state, tabId) === null) return null
  const active = requestTab(state, state.activeTabId)
  if (active !== null && active.id !== tabId) return active.id
  const at = state.tabs.findIndex(({ id }) => id === tabId)
  const others = [...state.tabs.slice(0, at).reverse(), ...state.tabs.slice(at + 1)]
  return others.find(isRequestTab)?.id ?? null
}
