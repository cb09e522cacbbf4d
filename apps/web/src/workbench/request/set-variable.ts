import { requestTab } from '../active-tab.ts'
import type { Workbench } from '../workbench.ts'
import { actionKind } from './check-kinds.ts'

/**
 * Adds an expression to Set variables of a request, as a row whose name is yet to be typed, and shows the table. One undo
 * there removes it. Returns the index of the row; null if the request is no longer open.
 */
export function addSetVariable(
  {
    store,
    actionHistory,
    editDraft,
    chooseRequestSection,
    chooseScriptPart,
  }: Pick<Workbench, 'store' | 'actionHistory' | 'editDraft' | 'chooseRequestSection' | 'chooseScriptPart'>,
  tabId: string,
  expression: string,
): number | null {
  const tab = requestTab(store.getState(), tabId)
  if (tab === null) return null
  const { actions } = tab.draft
  const next = [...actions, { ...actionKind.blank, expression }]
  actionHistory.record(actionHistoryKey(tab), actions, next)
  editDraft(tabId, draft => ({ ...draft, actions: next }))
  chooseRequestSection(tabId, 'script')
  chooseScriptPart(tabId, 'setVariables')
  return actions.length
}

/** Identifies Set variables of a draft among all tables. */
export const actionHistoryKey = ({ draftId }: { readonly draftId: string }): string => `${draftId}/actions`
