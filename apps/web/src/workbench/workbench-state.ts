import type { OpenTab } from './tabs/request-tab.ts'

/** The tabs of the window. */
export interface WorkbenchState {
  readonly tabs: readonly OpenTab[]
  readonly activeTabId: string | null
  /** The tab whose closing waits for an answer, as it has unsaved changes. */
  readonly closingTabId: string | null
  /** The tabs that are to close after it, and whether a fresh request follows the last one. */
  readonly closing: { readonly tabIds: readonly string[]; readonly opensFresh: boolean }
}

/** Nothing is to close. */
export const noClosing: WorkbenchState['closing'] = { tabIds: [], opensFresh: false }
