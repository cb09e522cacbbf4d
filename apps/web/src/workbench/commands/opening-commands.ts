import { type HttpRequest, newHttpRequest, type OpenKind, withAlignedParams } from '@parley/model'
import type { WindowContext } from '../../window/window-context.ts'
import { newDrafts } from '../request/request-kind.ts'
import { firstSection, isRequestTab, type OpenTab, type RequestSource } from '../tabs/request-tab.ts'
import { inStripOrder } from '../tabs/strip-order.ts'
import type { JoinTabs } from './join-restored.ts'
import type { PreviewCommands } from './preview-commands.ts'
import { addTab, changeTab, findTab, type TabStore } from './tab-store.ts'

/** The commands that open requests in tabs. */
export function openingCommands(
  store: TabStore,
  { newId }: Pick<WindowContext, 'newId'>,
  preview: PreviewCommands,
) {
  const openDraft = (request: HttpRequest, beside: string | null = null) =>
    addTab(store, { id: newId(), request }, beside)

  function activateRequest(requestId: string, isPreview = false): string | null {
    const open = store.getState().tabs.find(tab => isRequestTab(tab) && tab.source?.requestId === requestId)
    if (open === undefined) return null
    store.setState({ activeTabId: open.id })
    if (!isPreview) preview.keepOpen(open.id)
    return open.id
  }

  return {
    newRequestTab: (kind: OpenKind = 'http') => openDraft(newDrafts[kind]()),
    /** Puts the tabs that were open before those that are open now; `join` says what stays of what is open in both. */
    restoreTabs(restored: readonly OpenTab[], activeTabId: string | null, join?: JoinTabs): void {
      store.setState(({ tabs: opened, activeTabId: present }) => {
        const joined = join?.(restored, opened)
        const isThere = restored.some(({ id }) => id === activeTabId)
        const active = present ?? (isThere ? activeTabId : (restored[0]?.id ?? null))
        return {
          tabs: inStripOrder(joined?.tabs ?? [...restored, ...opened]),
          activeTabId: joined?.kept.get(active ?? '') ?? active,
        }
      })
    },
    /** Opens a request of the library, or activates the tab that it is open in. */
    openRequest(
      source: RequestSource,
      request: HttpRequest,
      version: string | null = null,
      isPreview = false,
    ): string {
      const open = activateRequest(source.requestId, isPreview)
      if (open !== null) return open
      const opened = { id: newId(), source, request, version }
      return isPreview ? preview.openPreview(opened) : addTab(store, opened)
    },
    /**
     * Activates the tab that a request of the library is open in, and keeps it open unless it is only looked at.
     * Returns its ID, or null if there is none.
     */
    activateRequest,
    ...copyingCommands(store, openDraft),
  }
}

/** The commands that open drafts which exist already. */
function copyingCommands(
  store: TabStore,
  openDraft: (request: HttpRequest, beside?: string | null) => string,
) {
  /** A new unsaved request that has content from the start. Returns the ID of its tab. */
  function openUnsaved(request: HttpRequest, beside: string | null): string {
    const id = openDraft(newHttpRequest(), beside)
    changeTab(store, id, tab => ({
      ...tab,
      draft: withAlignedParams(request),
      requestSection: firstSection(request),
    }))
    return id
  }

  return {
    openUnsaved,
    /** A new unsaved copy beside the original (behaviour 3). */
    duplicateTab(tabId: string): void {
      const tab = findTab(store, tabId)
      if (tab === undefined) return
      const copyId = openDraft(newHttpRequest(), tabId)
      changeTab(store, copyId, copy => ({
        ...copy,
        copiedFrom: tab.source ?? tab.copiedFrom ?? null,
        draft: tab.draft,
        keptBodies: tab.keptBodies,
        requestSection: tab.requestSection,
      }))
    },
    /** New unsaved requests, right of a tab and in their order; the active tab stays. */
    openAfter(tabId: string, requests: readonly HttpRequest[]): void {
      const { activeTabId } = store.getState()
      for (const request of [...requests].reverse()) openUnsaved(request, tabId)
      store.setState({ activeTabId })
    },
  }
}
