import { newHttpRequest } from '@parley/model'
import type { LibraryTree, OpenedRequest } from '@parley/server/contract'
import type { StoreApi } from 'zustand/vanilla'
import { entriesById, sourceOf, type TreeEntry } from '../library/find-entry.ts'
import { isDeepEqual } from './deep-equal.ts'
import { isRequestTab, isUnsaved, type RequestSource, type RequestTab } from './request-tab.ts'
import type { WorkbenchState } from './workbench.ts'

export interface TabFollowingPorts {
  readTree(): Promise<LibraryTree>
  /** Null where it cannot be read right now. */
  readRequest(id: string): Promise<OpenedRequest | null>
  /** Asks which is to stay: what was typed in a tab, or what stands in its file by now. */
  ask(tabId: string, theirs: OpenedRequest): void
  /** Does something that saves must not overtake. */
  afterOthers<Value>(task: () => Promise<Value>): Promise<Value>
}

/**
 * Keeps open tabs with what they were opened from: they follow renames, moves and changes of the file, and stay,
 * unsaved, with all that they hold where it is deleted. Where both the tab and its file were changed, the user is
 * asked, once for each version and when the tab is shown (product decisions, Files changed outside).
 */
export function createTabFollowing(workbench: StoreApi<WorkbenchState>, ports: TabFollowingPorts) {
  const change = (tabId: string, next: (tab: RequestTab) => RequestTab) =>
    workbench.setState(({ tabs }) => ({
      tabs: tabs.map(tab => (tab.id === tabId && isRequestTab(tab) ? next(tab) : tab)),
    }))
  const requestTabs = () => workbench.getState().tabs.filter(isRequestTab)
  /** What stands in the files of tabs whose own changes it would undo. */
  const differing = new Map<string, OpenedRequest>()
  /** The version that the user was asked about last. */
  const asked = new Map<string, string>()

  function askAboutShown(): void {
    const { activeTabId } = workbench.getState()
    const tab = requestTabs().find(({ id }) => id === activeTabId)
    const theirs = tab === undefined ? undefined : differing.get(tab.id)
    if (tab === undefined || theirs === undefined) return
    differing.delete(tab.id)
    const isSettled = !isUnsaved(tab) || tab.version === theirs.version
    if (isSettled || asked.get(tab.id) === theirs.version) return
    asked.set(tab.id, theirs.version)
    ports.ask(tab.id, theirs)
  }
  workbench.subscribe(({ activeTabId }, before) => {
    if (activeTabId !== before.activeTabId) askAboutShown()
  })

  /** Takes over what stands in the file of a request, as far as that loses nothing that was typed. */
  function refresh(requestId: string): Promise<void> {
    return ports.afterOthers(async () => {
      const isOpenOn = (tab: RequestTab | undefined) => tab?.source?.requestId === requestId
      const open = requestTabs().filter(isOpenOn)
      if (open.length === 0) return
      // Where it cannot be read, a save of the tab says so.
      const opened = await ports.readRequest(requestId).catch(() => null)
      if (opened === null) return
      for (const { id } of open) {
        // Meanwhile the tab may have lost its place.
        change(id, tab => (isOpenOn(tab) ? withFile(tab, opened) : tab))
        const tab = requestTabs().find(one => one.id === id)
        if (isOpenOn(tab) && tab?.version !== opened.version) differing.set(id, opened)
        else differing.delete(id)
      }
      askAboutShown()
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
    for (const { id, source } of requestTabs())
      if (source !== null && !entries.has(source.requestId)) change(id, detached)
  }

  return {
    refresh,
    /** The library as it is now. */
    follow(tree: LibraryTree): void {
      const entries = entriesById(tree)
      let isAnyLost = false
      for (const tab of requestTabs()) {
        const place = placeIn(entries, tab.copiedFrom)
        if (place !== null && !isDeepEqual(tab.copiedFrom, place))
          change(tab.id, one => ({ ...one, copiedFrom: place }))
        const entry = entries.get((tab.source ?? tab.lostSource)?.requestId ?? '')
        const source = placeIn(entries, tab.source ?? tab.lostSource)
        if (source === null) isAnyLost ||= tab.source !== null
        else if (tab.source === null) void reattach(tab.id, source)
        else {
          if (!isDeepEqual(tab.source, source)) change(tab.id, one => ({ ...one, source }))
          if (isReadable(entry)) void refresh(source.requestId)
        }
      }
      if (isAnyLost) void detachLost()
    },
  }
}

/** Where a request stands now; null where it is gone, or where there is none. */
function placeIn(
  entries: ReadonlyMap<string, TreeEntry>,
  source: RequestSource | null | undefined,
): RequestSource | null {
  const entry = entries.get(source?.requestId ?? '')
  return entry === undefined ? null : sourceOf(entry)
}

function isReadable(entry: TreeEntry | undefined): boolean {
  return entry?.node.kind === 'http' && entry.node.problem === null
}

function detached(tab: RequestTab): RequestTab {
  return { ...tab, source: null, lostSource: tab.source, saved: newHttpRequest(), version: '' }
}

/** The tab itself where it and its file were both changed. */
function withFile(tab: RequestTab, { request, version }: OpenedRequest): RequestTab {
  if (tab.version === version) return withSecrets(tab, request)
  if (isDeepEqual(request, tab.saved)) return { ...tab, version }
  if (!isUnsaved(tab)) return { ...tab, saved: request, draft: request, version }
  if (isDeepEqual(request, tab.draft)) return { ...tab, saved: request, version }
  const isOtherName = isDeepEqual({ ...request, name: tab.saved.name }, tab.saved)
  // What else differs is for the user to decide.
  if (!isOtherName) return tab
  const name = tab.draft.name === tab.saved.name ? request.name : tab.draft.name
  return { ...tab, saved: request, draft: { ...tab.draft, name }, version }
}

/** The same file: only its secrets may be others, for they stand beside it. */
function withSecrets(tab: RequestTab, { auth }: OpenedRequest['request']): RequestTab {
  const { saved, draft } = tab
  if (isDeepEqual(auth, saved.auth)) return tab
  const isAsSaved = isDeepEqual(draft.auth, saved.auth)
  return { ...tab, saved: { ...saved, auth }, draft: isAsSaved ? { ...draft, auth } : draft }
}
