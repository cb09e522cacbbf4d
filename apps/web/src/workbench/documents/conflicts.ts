import type { SavedFile } from '@parley/server/contract'
import { createStore } from 'zustand/vanilla'
import type { Difference } from './difference.ts'

/** A field in which two versions differ, without the value behind it. */
export type ShownDifference = Omit<Difference<never>, 'withTheirs'>

/** A draft and its file that were both changed, and the ways out. */
export interface Conflict {
  readonly tabId: string
  /** Of the file that the user is asked about. */
  readonly version: string | null
  readonly file: SavedFile | null
  readonly differences: readonly ShownDifference[]
  /** False: the tab was closed, or its file was deleted, so that there is nothing to decide. */
  isPending(): boolean
  /** Each resolves to whether the tab is saved then. */
  keepMine(): Promise<boolean>
  takeTheirs(): Promise<boolean>
  /** Takes the fields with these labels from the file, and the others from the draft. */
  keepChosen(labels: readonly string[]): Promise<boolean>
}

export type Conflicts = ReturnType<typeof createConflicts>

/** The conflicts that wait for the user, oldest first; at most one for each tab. */
export function createConflicts() {
  const store = createStore<{ readonly conflicts: readonly Conflict[] }>(() => ({ conflicts: [] }))
  const ends = new Map<string, (isSaved: Promise<boolean>) => void>()

  function end(tabId: string, isSaved: Promise<boolean>): void {
    store.setState(({ conflicts }) => ({ conflicts: conflicts.filter(one => one.tabId !== tabId) }))
    ends.get(tabId)?.(isSaved)
    ends.delete(tabId)
  }

  const settle = (way: (conflict: Conflict) => Promise<boolean>) => (tabId: string) => {
    const conflict = store.getState().conflicts.find(one => one.tabId === tabId)
    if (conflict !== undefined) end(tabId, way(conflict))
  }

  return {
    store,
    /** Resolves to whether the tab is saved once the user has decided. A later version takes the place of an earlier one. */
    ask(conflict: Conflict): Promise<boolean> {
      ends.get(conflict.tabId)?.(Promise.resolve(false))
      store.setState(({ conflicts }) => ({
        conflicts: conflicts.some(one => one.tabId === conflict.tabId)
          ? conflicts.map(one => (one.tabId === conflict.tabId ? conflict : one))
          : [...conflicts, conflict],
      }))
      return new Promise(resolve => ends.set(conflict.tabId, resolve))
    },
    /** Withdraws all conflicts in which there is nothing to decide any more. */
    withdrawSettled(): void {
      for (const { tabId, isPending } of store.getState().conflicts)
        if (!isPending()) end(tabId, Promise.resolve(false))
    },
    keepMine: settle(conflict => conflict.keepMine()),
    takeTheirs: settle(conflict => conflict.takeTheirs()),
    keepChosen: (tabId: string, labels: readonly string[]) =>
      settle(conflict => conflict.keepChosen(labels))(tabId),
    decideLater: settle(() => Promise.resolve(false)),
    /** There is nothing to decide any more: the file agrees with the tab now. */
    withdraw: (tabId: string) => end(tabId, Promise.resolve(false)),
  }
}
