import { newHttpRequest } from '@parley/model'
import type { WindowContext } from '../../window/window-context.ts'
import { ClosedTabs } from '../tabs/closed-tabs.ts'
import { isRequestTab, isUnsaved } from '../tabs/request-tab.ts'
import { inStripOrder, isPinned } from '../tabs/strip-order.ts'
import { noClosing, type WorkbenchState } from '../workbench-state.ts'
import { releaseSend, type SendCalls } from './send-calls.ts'
import { addTab, findOpen, type TabStore } from './tab-store.ts'

/** The commands that close tabs, which ask about unsaved changes, and open them again. */
export function closingCommands(
  store: TabStore,
  sends: Pick<SendCalls, 'release'>,
  { newId }: Pick<WindowContext, 'newId'>,
) {
  const closedTabs = new ClosedTabs()

  /** Closes a tab without asking; it can be opened again. */
  function closeForNow(tabId: string): void {
    const { tabs } = store.getState()
    for (const [index, tab] of tabs.entries()) if (tab.id === tabId) closedTabs.add({ tab, index })
    removeTab(store, sends, tabId)
  }

  /** Closes tab after tab; a tab with unsaved changes stops this until the question is answered. */
  function closeTabs(tabIds: readonly string[], opensFresh: boolean): void {
    for (const [index, tabId] of tabIds.entries()) {
      const tab = findOpen(store, tabId)
      if (tab === undefined) continue
      if (isUnsaved(tab)) {
        const closing = { tabIds: tabIds.slice(index + 1), opensFresh }
        store.setState({ closingTabId: tabId, activeTabId: tabId, closing })
        return
      }
      closeForNow(tabId)
    }
    store.setState({ closingTabId: null, closing: noClosing })
    if (opensFresh) addTab(store, { id: newId(), request: newHttpRequest() })
  }

  const unpinnedBut = (tabId: string | null) =>
    store.getState().tabs.flatMap(tab => (tab.id === tabId || isPinned(tab) ? [] : [tab.id]))

  return {
    /** Closes, or asks first if there are unsaved changes. */
    closeTab: (tabId: string) => closeTabs([tabId], false),
    closeOtherTabs: (tabId: string) => closeTabs(unpinnedBut(tabId), false),
    /** Closes all but the pinned ones and opens a fresh request (behaviour 4.1). */
    closeAllTabs: () => closeTabs(unpinnedBut(null), true),
    /** Closes without asking; the other tabs that are to close are not affected. */
    closeWithoutAsking: (tabId: string) => removeTab(store, sends, tabId),
    /** Closes without asking, and continues with the other tabs that are to close. */
    discardTab(tabId: string): void {
      const { closing } = store.getState()
      closeForNow(tabId)
      closeTabs(closing.tabIds, closing.opensFresh)
    },
    /** Closes all that are to close without asking about any of them. */
    discardClosing(): void {
      const { closingTabId, closing } = store.getState()
      for (const tabId of [closingTabId, ...closing.tabIds]) if (tabId !== null) closeForNow(tabId)
      closeTabs([], closing.opensFresh)
    },
    /** Continues to close tabs, as before the latest question. */
    continueClosing: ({ tabIds, opensFresh }: WorkbenchState['closing']) => closeTabs(tabIds, opensFresh),
    /** Keeps the tab, and all that were to close after it. */
    keepTab: () => store.setState({ closingTabId: null, closing: noClosing }),
    ...reopening(store, closedTabs),
  }
}

function reopening(store: TabStore, closedTabs: ClosedTabs) {
  return {
    /** Opens the tab again that was closed last, as it was then. Returns false if there is none. */
    reopenTab(): boolean {
      const closed = closedTabs.takeLast(store.getState().tabs)
      if (closed === null) return false
      store.setState(({ tabs }) => ({
        tabs: inStripOrder([...tabs.slice(0, closed.index), closed.tab, ...tabs.slice(closed.index)]),
        activeTabId: closed.tab.id,
      }))
      return true
    },
  }
}

/** Closes a tab for ever, without asking. The neighbour to the right becomes active, else the one to the left. */
export function removeTab(store: TabStore, sends: Pick<SendCalls, 'release'>, tabId: string): void {
  const { tabs, activeTabId } = store.getState()
  const index = tabs.findIndex(tab => tab.id === tabId)
  const closed = tabs[index]
  if (closed === undefined) return
  const rest = tabs.filter(tab => tab.id !== tabId)
  const neighbour = rest[Math.min(index, rest.length - 1)]?.id ?? null
  store.setState({ tabs: rest, activeTabId: activeTabId === tabId ? neighbour : activeTabId })
  if (isRequestTab(closed)) releaseSend(sends, closed.send)
}
