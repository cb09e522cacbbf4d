import { findEntry, sourceOf } from '../library/find-entry.ts'
import type { Library } from '../library/library.ts'
import type { WindowContext } from '../window/window-context.ts'
import { requestTab } from './active-tab.ts'
import type { Compare } from './compare.ts'
import type { History } from './history.ts'
import { openEntry } from './tabs/open-entry.ts'
import { isRequestTab, isUnsaved } from './tabs/request-tab.ts'
import type { Workbench } from './workbench.ts'

/** The stores that the commands act on. */
export interface HistoryCommandStores {
  readonly workbench: Workbench
  readonly library: Pick<Library, 'store'>
  readonly history: Pick<History, 'read' | 'listAll'>
  readonly compare: Pick<Compare, 'open'>
}

/** The commands on entries of the history (behaviour 2.4, 4.1). */
export function createHistoryCommands(
  { workbench, library, history, compare }: HistoryCommandStores,
  { newId }: Pick<WindowContext, 'newId'>,
) {
  /** Entries that are being read, by ID: the second click of a double click opens nothing again. */
  const opening = new Map<string, Promise<string | null>>()

  async function readAndOpen(id: string): Promise<string | null> {
    const entry = await history.read(id)
    if (entry?.request.kind !== 'http') return null
    const saved = findEntry(library.store.getState().tree, entry.requestId)
    const copiedFrom = saved === null ? null : sourceOf(saved)
    return openEntry(workbench, newId, { entry, request: entry.request, copiedFrom })
  }

  function openOnce(id: string): Promise<string | null> {
    const reading = opening.get(id) ?? readAndOpen(id)
    opening.set(id, reading)
    return reading.finally(() => opening.delete(id))
  }

  return {
    /** Opens an entry, with its response; in a tab that is kept open, if it is not only looked at. */
    async openEntry(id: string, isKept = false): Promise<void> {
      const tabId = shownIn(workbench, id) ?? (await openOnce(id))
      if (tabId === null) return
      workbench.activateTab(tabId)
      if (isKept) workbench.keepOpen(tabId)
    },
    /** Shows the response of an earlier run of a tab's request. */
    async showEarlier(tabId: string, entryId: string): Promise<void> {
      const entry = await history.read(entryId)
      if (entry !== null) workbench.showEarlier(tabId, entry)
    },
    /** Compares the response of an earlier run with the one that a tab shows. */
    async compareWith(tabId: string, entryId: string): Promise<void> {
      const entry = await history.read(entryId)
      const shown = requestTab(workbench.store.getState(), tabId)
      if (entry === null || shown === null) return
      const { comparedSends } = await import('./compared-response.ts')
      const sides = comparedSends(entry, shown.send, await history.listAll())
      if (sides !== null) await compare.open(...sides)
    },
  }
}

/** The tab that shows an entry and nothing else; null if there is none. */
function shownIn({ store }: Pick<Workbench, 'store'>, entryId: string): string | null {
  const shown = store
    .getState()
    .tabs.filter(isRequestTab)
    .find(
      ({ source, send }) =>
        source === null && 'earlier' in send && send.earlier !== undefined && send.sendId === entryId,
    )
  return shown === undefined || isUnsaved(shown) ? null : shown.id
}
