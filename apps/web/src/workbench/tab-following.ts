import { newHttpRequest } from '@parley/model'
import type { LibraryTree, OpenedRequest } from '@parley/server/contract'
import type { StoreApi } from 'zustand/vanilla'
import { entriesById, type TreeEntry } from '../library/find-entry.ts'
import { isDeepEqual } from './deep-equal.ts'
import { isUnsaved, type RequestSource, type RequestTab } from './request-tab.ts'
import type { WorkbenchState } from './workbench.ts'

export interface TabFollowingPorts {
  readTree(): Promise<LibraryTree>
  readRequest(id: string): Promise<OpenedRequest>
  /** Does something that saves must not overtake. */
  afterOthers<Value>(task: () => Promise<Value>): Promise<Value>
}

/**
 * Keeps open tabs with what they were opened from: they follow renames and moves, and stay, unsaved, with all
 * that they hold where it is deleted.
 */
export function createTabFollowing(workbench: StoreApi<WorkbenchState>, ports: TabFollowingPorts) {
  const change = (tabId: string, next: (tab: RequestTab) => RequestTab) =>
    workbench.setState(({ tabs }) => ({ tabs: tabs.map(tab => (tab.id === tabId ? next(tab) : tab)) }))

  /** Takes over what stands in the file of a request, as far as that loses nothing that was typed. */
  function refresh(requestId: string): Promise<void> {
    return ports.afterOthers(async () => {
      const open = workbench.getState().tabs.filter(tab => tab.source?.requestId === requestId)
      if (open.length === 0) return
      // Where it cannot be read, a save of the tab says so.
      const opened = await ports.readRequest(requestId).catch(() => null)
      if (opened !== null) for (const { id } of open) change(id, tab => withFile(tab, opened))
    })
  }

  async function reattach(tabId: string, source: RequestSource): Promise<void> {
    const opened = await ports.readRequest(source.requestId).catch(() => null)
    if (opened === null) return
    change(tabId, tab => ({
      ...tab,
      source,
      lostSource: null,
      saved: opened.request,
      version: opened.version,
    }))
  }

  /** An event may be older than what a tab was opened from. */
  async function detachLost(): Promise<void> {
    const tree = await ports.readTree().catch(() => null)
    if (tree === null) return
    const entries = entriesById(tree)
    for (const { id, source } of workbench.getState().tabs)
      if (source !== null && !entries.has(source.requestId)) change(id, detached)
  }

  return {
    refresh,
    /** The library as it is now. */
    follow(tree: LibraryTree): void {
      const entries = entriesById(tree)
      let isAnyLost = false
      for (const tab of workbench.getState().tabs) {
        const entry = entries.get((tab.source ?? tab.lostSource)?.requestId ?? '')
        const source = entry === undefined ? null : sourceOf(entry)
        if (source === null) isAnyLost ||= tab.source !== null
        else if (tab.source === null) void reattach(tab.id, source)
        else {
          if (!isDeepEqual(tab.source, source)) change(tab.id, one => ({ ...one, source }))
          if (hasOtherHead(tab, entry)) void refresh(source.requestId)
        }
      }
      if (isAnyLost) void detachLost()
    },
  }
}

function sourceOf({ node, parentId, path }: TreeEntry): RequestSource | null {
  return parentId === null ? null : { requestId: node.id, parentId, path }
}

/** What a tree shows of a file; a tab that differs in it is looked at again. */
function hasOtherHead({ saved }: RequestTab, entry: TreeEntry | undefined): boolean {
  const node = entry?.node
  if (node?.kind !== 'http' || node.problem !== null) return false
  return node.name !== saved.name || node.method !== saved.method
}

function detached(tab: RequestTab): RequestTab {
  return { ...tab, source: null, lostSource: tab.source, saved: newHttpRequest(), version: '' }
}

function withFile(tab: RequestTab, { request, version }: OpenedRequest): RequestTab {
  if (isDeepEqual(request, tab.saved)) return { ...tab, version }
  if (!isUnsaved(tab)) return { ...tab, saved: request, draft: request, version }
  const isOtherName = isDeepEqual({ ...request, name: tab.saved.name }, tab.saved)
  // What else differs is for the user to decide, once it is saved.
  if (!isOtherName) return tab
  const name = tab.draft.name === tab.saved.name ? request.name : tab.draft.name
  return { ...tab, saved: request, draft: { ...tab.draft, name }, version }
}
