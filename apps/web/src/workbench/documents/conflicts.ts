import type { SavedFile } from '@parley/server/contract'
import { createStore } from 'zustand/vanilla'
import type { Difference } from './difference.ts'

/** A field in which two versions differ, without the value behind it. */
export type ShownDifference = Omit<Difference<never>, 'withTheirs'>

/** How a conflict ended for the draft; `withdrawn`: the file changed again, and no longer conflicts with it. */
export type Decision = 'saved' | 'unsaved' | 'withdrawn'

/** A draft and its file that were both changed, and the possible decisions. */
export interface Conflict {
  readonly tabId: string
  /** Of the file that the user is asked about. */
  readonly version: string | null
  readonly file: SavedFile | null
  readonly differences: readonly ShownDifference[]
  /** False if there is nothing left to decide, because the tab was closed or its file deleted. */
  isPending(): boolean
  saveMine(): Promise<Decision>
  loadTheirs(): Promise<Decision>
  /** Takes the fields with these labels from the file, and the others from the draft. */
  saveChosen(labels: readonly string[]): Promise<Decision>
}

export type Conflicts = ReturnType<typeof createConflicts>

/** The conflicts that wait for the user, oldest first; at most one for each tab. */
export function createConflicts() {
  const store = createStore<{ readonly conflicts: readonly Conflict[] }>(() => ({ conflicts: [] }))
  /** By tab, the callers that wait for the decision. */
  const waiting = new Map<string, ((decision: Promise<Decision>) => void)[]>()
  const find = (tabId: string) => store.getState().conflicts.find(one => one.tabId === tabId)

  function wait(tabId: string): Promise<Decision> {
    return new Promise(resolve => waiting.set(tabId, [...(waiting.get(tabId) ?? []), resolve]))
  }

  function end(tabId: string, decision: Promise<Decision>): void {
    const resolvers = waiting.get(tabId) ?? []
    waiting.delete(tabId)
    store.setState(({ conflicts }) => ({ conflicts: conflicts.filter(one => one.tabId !== tabId) }))
    for (const resolve of resolvers) resolve(decision)
  }

  const settle = (way: (conflict: Conflict) => Promise<Decision>) => (tabId: string) => {
    const conflict = find(tabId)
    if (conflict !== undefined) end(tabId, way(conflict))
  }

  return {
    store,
    /** Resolves once the user has decided. A later version takes the place of an earlier one, for all that wait. */
    ask(conflict: Conflict): Promise<Decision> {
      store.setState(({ conflicts }) => ({
        conflicts: conflicts.some(one => one.tabId === conflict.tabId)
          ? conflicts.map(one => (one.tabId === conflict.tabId ? conflict : one))
          : [...conflicts, conflict],
      }))
      return wait(conflict.tabId)
    },
    /**
     * Returns the decision about a tab that the user is already asked about; null if there is no conflict.
     */
    join: (tabId: string): Promise<Decision> | null => (find(tabId) === undefined ? null : wait(tabId)),
    /** Withdraws all conflicts in which there is nothing to decide any more. */
    withdrawSettled(): void {
      for (const { tabId, isPending } of store.getState().conflicts)
        if (!isPending()) end(tabId, Promise.resolve('unsaved'))
    },
    saveMine: settle(conflict => conflict.saveMine()),
    loadTheirs: settle(conflict => conflict.loadTheirs()),
    saveChosen: (tabId: string, labels: readonly string[]) =>
      settle(conflict => conflict.saveChosen(labels))(tabId),
    decideLater: settle(() => Promise.resolve('unsaved')),
    /** Call when the file agrees with the tab, so that there is nothing left to decide. */
    withdraw: (tabId: string) => end(tabId, Promise.resolve('withdrawn')),
  }
}
