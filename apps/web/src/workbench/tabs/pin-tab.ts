import type { Workbench } from '../workbench.ts'
import { isRequestTab } from './request-tab.ts'
import { inStripOrder, isPinned } from './strip-order.ts'

/** Pins a tab, which then is the last of the pinned ones; or unpins it, which makes it the first of the others. */
export function togglePinned({ store }: Pick<Workbench, 'store'>, tabId: string): void {
  store.setState(({ tabs }) => ({
    tabs: inStripOrder(
      tabs.map(tab => {
        if (tab.id !== tabId) return tab
        const changed = { ...tab, isPinned: !isPinned(tab) }
        return isRequestTab(changed) ? { ...changed, isPreview: false } : changed
      }),
    ),
  }))
}
