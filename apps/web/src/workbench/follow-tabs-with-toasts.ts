import type { StoreApi } from 'zustand/vanilla'
import type { Toasts } from './toasts.ts'
import type { WorkbenchState } from './workbench-state.ts'

/** Ends the toasts of a tab when another tab is shown or the tab is closed. */
export function followTabsWithToasts(
  workbench: Pick<StoreApi<WorkbenchState>, 'getState' | 'subscribe'>,
  toasts: Pick<Toasts, 'followTabs'>,
): void {
  const follow = ({ tabs, activeTabId }: WorkbenchState) =>
    toasts.followTabs({ activeTabId, tabIds: new Set(tabs.map(({ id }) => id)) })
  workbench.subscribe((state, before) => {
    if (state.activeTabId !== before.activeTabId || state.tabs.length !== before.tabs.length) follow(state)
  })
  follow(workbench.getState())
}
