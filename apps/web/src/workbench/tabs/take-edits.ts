import { changeTab } from '../commands/tab-store.ts'
import { isDeepEqual } from '../deep-equal.ts'
import type { Workbench } from '../workbench.ts'
import { firstSection, isRequestTab, type RequestTab } from './request-tab.ts'

/** Gives the saved copy of a tab's request what the tab has and did not save, as its own unsaved changes. */
export function takeEdits(
  { store }: Pick<Workbench, 'store'>,
  copyId: string,
  { saved, draft, keptBodies }: RequestTab,
  draftId: string,
): void {
  const copy = store.getState().tabs.find(tab => isRequestTab(tab) && tab.source?.requestId === copyId)
  if (copy === undefined || isDeepEqual(saved, draft)) return
  changeTab(store, copy.id, tab => ({
    ...tab,
    draft: { ...draft, name: tab.draft.name },
    keptBodies,
    draftId,
    requestSection: firstSection(draft),
  }))
}
