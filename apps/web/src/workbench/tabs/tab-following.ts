import { newHttpRequest } from '@parley/model'
import type { LibraryTree } from '@parley/server/contract'
import { entriesById, sourceOf, type TreeEntry } from '../../library/find-entry.ts'
import type { Library } from '../../library/library.ts'
import type { ServerClient } from '../../server-client/server-client.ts'
import { isDeepEqual } from '../deep-equal.ts'
import type { OpenTabs } from '../documents/document-tabs.ts'
import type { RequestDocuments } from '../documents/request-documents.ts'
import { isRequestTab, type RequestSource, type RequestTab } from './request-tab.ts'

/**
 * Keeps open requests in sync with the library: they follow renames, moves and changes of the file. If the
 * file is deleted, they stay open as unsaved.
 */
export function createTabFollowing(
  calls: Pick<ServerClient['library'], 'readRequestIfThere'>,
  workbench: OpenTabs,
  library: Pick<Library, 'refresh'>,
  documents: Pick<RequestDocuments, 'refresh'>,
) {
  const change = (tabId: string, next: (tab: RequestTab) => RequestTab) =>
    workbench.setState(({ tabs }) => ({
      tabs: tabs.map(tab => (tab.id === tabId && isRequestTab(tab) ? next(tab) : tab)),
    }))
  const requestTabs = () => workbench.getState().tabs.filter(isRequestTab)
  const refresh = async (requestId: string): Promise<void> => {
    const open = requestTabs().filter(tab => tab.source?.requestId === requestId)
    await Promise.all(open.map(tab => documents.refresh(tab.id)))
  }

  /** An event may be older than what a tab was opened from. */
  async function detachLost(): Promise<void> {
    const tree = await library.refresh().catch(() => null)
    if (tree === null) return
    const entries = entriesById(tree)
    for (const { id, source } of requestTabs())
      if (source !== null && !entries.has(source.requestId)) change(id, detached)
  }

  return {
    /** Takes over the file of a request in the tab that it is open in. */
    refresh,
    /** Call with the current library. */
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
        else if (tab.source === null) void reattach(calls, change, tab.id, source)
        else {
          if (!isDeepEqual(tab.source, source)) change(tab.id, one => ({ ...one, source }))
          if (isReadable(entry)) void refresh(source.requestId)
        }
      }
      if (isAnyLost) void detachLost()
    },
  }
}

/** Gives a tab whose file was gone its place again. */
async function reattach(
  calls: Pick<ServerClient['library'], 'readRequestIfThere'>,
  change: (tabId: string, next: (tab: RequestTab) => RequestTab) => void,
  tabId: string,
  source: RequestSource,
): Promise<void> {
  const opened = await calls.readRequestIfThere({ id: source.requestId }).catch(() => null)
  if (opened === null) return
  change(tabId, tab => ({
    ...tab,
    source,
    lostSource: null,
    saved: opened.request,
    version: opened.version,
  }))
}

/** The current place of a request; null if it was deleted, or if there is none. */
function placeIn(
  entries: ReadonlyMap<string, TreeEntry>,
  source: RequestSource | null | undefined,
): RequestSource | null {
  const entry = entries.get(source?.requestId ?? '')
  return entry === undefined ? null : sourceOf(entry)
}

function isReadable(entry: TreeEntry | undefined): boolean {
  return entry?.node.kind === 'request' && entry.node.problem === null
}

function detached(tab: RequestTab): RequestTab {
  return { ...tab, source: null, lostSource: tab.source, saved: newHttpRequest(), version: null }
}
