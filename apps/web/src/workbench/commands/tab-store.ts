import type { HttpRequest } from '@parley/model'
import type { StoreApi } from 'zustand/vanilla'
import { requestTab } from '../active-tab.ts'
import {
  type AwaitingSend,
  isRequestTab,
  newTab,
  type OpenTab,
  type RequestSource,
  type RequestTab,
  type SendState,
} from '../tabs/request-tab.ts'
import { inStripOrder } from '../tabs/strip-order.ts'
import type { WorkbenchState } from '../workbench-state.ts'

/** The store that the commands of the workbench change. */
export type TabStore = StoreApi<WorkbenchState>

/** Changes the tab with this ID if it holds a request. */
export function changeTab(store: TabStore, tabId: string, change: (tab: RequestTab) => RequestTab): void {
  store.setState(state => ({
    tabs: state.tabs.map(tab => (tab.id === tabId && isRequestTab(tab) ? change(tab) : tab)),
  }))
}

/** The tab with this ID if it holds a request. */
export function findTab(store: TabStore, tabId: string | null): RequestTab | undefined {
  return requestTab(store.getState(), tabId) ?? undefined
}

/** The tab with this ID, whatever it holds. */
export function findOpen(store: TabStore, tabId: string): OpenTab | undefined {
  return store.getState().tabs.find(tab => tab.id === tabId)
}

/** What a new tab holds. */
export interface NewTab {
  readonly id: string
  readonly request: HttpRequest
  /** Null or absent: it is in no file. */
  readonly source?: RequestSource | null
  readonly version?: string | null
}

/** Adds a tab to the right of `beside`, or at the end, and makes it active. Returns its ID. */
export function addTab(
  store: TabStore,
  { source = null, version = null, ...content }: NewTab,
  beside: string | null | undefined = null,
): string {
  const tab = newTab({ ...content, source, version })
  store.setState(({ tabs }) => {
    const at = beside == null ? tabs.length : tabs.findIndex(one => one.id === beside) + 1
    return { tabs: inStripOrder([...tabs.slice(0, at), tab, ...tabs.slice(at)]), activeTabId: tab.id }
  })
  return tab.id
}

export function setSend(store: TabStore, tabId: string, send: SendState): void {
  changeTab(store, tabId, tab => ({ ...tab, send }))
}

/** Changes a send that runs, in each tab that awaits it. */
export function changeAwaiting(
  store: TabStore,
  sendId: string,
  change: (send: AwaitingSend) => SendState,
): void {
  for (const tab of store.getState().tabs.filter(isRequestTab))
    if (tab.send.state === 'awaiting' && tab.send.sendId === sendId) setSend(store, tab.id, change(tab.send))
}

/** Resolves once no send of a tab is under way, to the last one; to null if the tab is closed. */
export function endOfSend(store: TabStore, tabId: string): Promise<SendState | null> {
  return new Promise(resolve => {
    const isOver = () => {
      const send = findTab(store, tabId)?.send ?? null
      if (send?.state === 'awaiting') return false
      resolve(send)
      return true
    }
    if (isOver()) return
    const end = store.subscribe(() => {
      if (isOver()) end()
    })
  })
}
