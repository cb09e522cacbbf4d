import type { HttpRequest } from '@parley/model'
import { activeTab } from '../workbench.ts'
import type { WorkbenchState } from '../workbench-state.ts'
import { isUnsaved, type RequestTab } from './request-tab.ts'

/**
 * Returns the active request for the views around its editor; another object only if they show something else. While a
 * raw body is typed, only its editor shows the text: those that need the text when they act read it from the store.
 */
export function keepShownRequest(): (state: WorkbenchState) => RequestTab | null {
  let shown: RequestTab | null = null
  return state => {
    const tab = activeTab(state)
    if (tab === null || shown === null || !differsInBodyText(tab, shown)) shown = tab
    return shown
  }
}

/** Whether two states of a tab differ in nothing but the text of a raw body that is open in its editor. */
function differsInBodyText(one: RequestTab, other: RequestTab): boolean {
  if (one === other || one.requestSection !== 'body' || one.draft === other.draft) return false
  return (
    areSameBut<RequestTab>('draft', one, other) &&
    areSameBut<HttpRequest>('body', one.draft, other.draft) &&
    areSameTexts(one.draft.body, other.draft.body) &&
    isUnsaved(one) === isUnsaved(other)
  )
}

function areSameTexts(one: HttpRequest['body'], other: HttpRequest['body']): boolean {
  return one.type === 'raw' && other.type === 'raw' && areSameBut<typeof one>('text', one, other)
}

function areSameBut<Value extends object>(left: keyof Value, one: Value, other: Value): boolean {
  return [...Object.keys(one), ...Object.keys(other)].every(
    key => key === left || Reflect.get(one, key) === Reflect.get(other, key),
  )
}
