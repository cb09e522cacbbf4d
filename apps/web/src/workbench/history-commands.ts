import { findEntry, sourceOf } from '../library/find-entry.ts'
import type { Library } from '../library/library.ts'
import { requestTab } from './active-tab.ts'
import type { Compare } from './compare.ts'
import type { History } from './history.ts'
import type { Workbench } from './workbench.ts'

/** The stores that the commands act on. */
export interface HistoryCommandStores {
  readonly workbench: Workbench
  readonly library: Pick<Library, 'store'>
  readonly history: Pick<History, 'read' | 'listAll'>
  readonly compare: Pick<Compare, 'open'>
}

/** The commands on entries of the history (behaviour 2.4, 4.1). */
export function createHistoryCommands({ workbench, library, history, compare }: HistoryCommandStores) {
  return {
    /** Opens an entry, with its response. */
    async openEntry(id: string): Promise<void> {
      const entry = await history.read(id)
      if (entry?.request.kind !== 'http') return
      const saved = findEntry(library.store.getState().tree, entry.requestId)
      workbench.openEntry(entry, entry.request, saved === null ? null : sourceOf(saved))
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
