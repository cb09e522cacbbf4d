import type { HistoryEntry, RequestSection } from '@parley/model'
import type { ScriptPart } from '../request/script-part.ts'
import type { BodyDisplay } from '../response/body-display.ts'
import { earlierSend, latestSend } from '../runs/earlier-run.ts'
import type { ResponseSection } from '../tabs/request-tab.ts'
import { inStripOrder } from '../tabs/strip-order.ts'
import type { PreviewCommands } from './preview-commands.ts'
import { changeTab, findOpen, type TabStore } from './tab-store.ts'

/** The commands that choose which tab is active, where it is in the strip, and what it shows. */
export function showingCommands(store: TabStore, { keepOpen }: Pick<PreviewCommands, 'keepOpen'>) {
  return {
    activateTab(tabId: string): void {
      if (findOpen(store, tabId) !== undefined) store.setState({ activeTabId: tabId })
    },
    /** Activates the tab to the right or left; the strip is a circle. */
    activateNeighbour(by: 1 | -1): void {
      const { tabs, activeTabId } = store.getState()
      const index = tabs.findIndex(tab => tab.id === activeTabId)
      const next = tabs[(index + by + tabs.length) % tabs.length]
      if (next !== undefined) store.setState({ activeTabId: next.id })
    },
    /** Moves a tab within the strip, where it stays open. */
    moveTab(tabId: string, index: number): void {
      keepOpen(tabId)
      const { tabs } = store.getState()
      const tab = findOpen(store, tabId)
      if (tab === undefined) return
      const rest = tabs.filter(one => one !== tab)
      store.setState({ tabs: inStripOrder([...rest.slice(0, index), tab, ...rest.slice(index)]) })
    },
    chooseRequestSection: (tabId: string, requestSection: RequestSection) =>
      changeTab(store, tabId, tab => ({ ...tab, requestSection })),
    chooseScriptPart: (tabId: string, scriptPart: ScriptPart) =>
      changeTab(store, tabId, tab => ({ ...tab, scriptPart, scriptJump: null })),
    chooseMessageView: (tabId: string, messageView: 'text' | 'form') =>
      changeTab(store, tabId, tab => ({ ...tab, messageView })),
    /** Activates a request and shows a line of one of its scripts. */
    goToScriptLine(tabId: string, scriptPart: ScriptPart, line: number): void {
      if (findOpen(store, tabId) === undefined) return
      changeTab(store, tabId, tab => ({
        ...tab,
        requestSection: 'script',
        scriptPart,
        scriptJump: { line },
      }))
      store.setState({ activeTabId: tabId })
    },
    /** Shows a position in the GraphQL query of a request. */
    goToQuery: (tabId: string, { line, column }: { readonly line: number; readonly column: number }) =>
      changeTab(store, tabId, tab => ({ ...tab, requestSection: 'body', queryJump: { line, column } })),
    chooseResponseSection: (tabId: string, responseSection: ResponseSection) =>
      changeTab(store, tabId, tab => ({ ...tab, responseSection })),
    /** Keeps how a tab's responses are shown over its sends. */
    displayResponses: (tabId: string, bodyDisplay: BodyDisplay) =>
      changeTab(store, tabId, tab => ({ ...tab, bodyDisplay })),
    /** Keeps the filter of a tab's responses over its sends; null closes it. */
    filterResponses: (tabId: string, responseFilter: string | null) =>
      changeTab(store, tabId, tab => ({ ...tab, responseFilter })),
    /** Shows an earlier run of a tab's request in the place of its latest one. */
    showEarlier: (tabId: string, entry: HistoryEntry) =>
      changeTab(store, tabId, tab =>
        tab.send.state === 'awaiting' ? tab : { ...tab, send: earlierSend(entry, latestSend(tab.send)) },
      ),
    showLatest: (tabId: string) => changeTab(store, tabId, tab => ({ ...tab, send: latestSend(tab.send) })),
  }
}
