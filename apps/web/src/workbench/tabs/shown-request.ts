import { activeTab } from '../active-tab.ts'
import { areSameBut } from '../same-but.ts'
import type { WorkbenchState } from '../workbench-state.ts'
import { differAtMostInBodyText } from './body-text-edits.ts'
import { isUnsaved, type RequestTab } from './request-tab.ts'

/**
 * Returns a request, by default the active one, for the views around its editor; another object only if they show something
 * else. While a raw body is typed, only its editor shows the text: those that need the text when they act read it from the store.
 */
export function keepShownRequest(
  select: (state: WorkbenchState) => RequestTab | null = activeTab,
): (state: WorkbenchState) => RequestTab | null {
  let shown: RequestTab | null = null
  return state => {
    const tab = select(state)
    if (tab === null || shown === null || !differsInBodyText(tab, shown)) shown = tab
    return shown
  }
}

/** Whether two states of a tab differ in nothing but the text of a raw body that is open in its editor. */
function differsInBodyText(one: RequestTab, other: RequestTab): boolean {
  return (
    one !== other &&
    one.requestSection === 'body' &&
    one.draft.body.type === 'raw' &&
    one.draft !== other.draft &&
    areSameBut<RequestTab>('draft', one, other) &&
    differAtMostInBodyText(one.draft, other.draft) &&
    isUnsaved(one) === isUnsaved(other)
  )
}
