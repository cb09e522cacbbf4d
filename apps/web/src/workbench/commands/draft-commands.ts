import type { HttpBody, HttpRequest } from '@parley/model'
import type { WindowContext } from '../../window/window-context.ts'
import {
  withReplacedDraft,
  withReplacementRedone,
  withReplacementUndone,
} from '../documents/replace-draft.ts'
import { withBodyType } from '../request/body-type.ts'
import {
  type DraftTab,
  firstSection,
  isDraftTab,
  isExampleTab,
  isRequestTab,
  isVariablesTab,
} from '../tabs/request-tab.ts'
import { changeTab, findOpen, type TabStore } from './tab-store.ts'

/** The commands that change drafts. */
export function draftCommands(store: TabStore, { newId }: Pick<WindowContext, 'newId'>) {
  /** Returns false if nothing was changed. */
  function changeIfAny(tabId: string, change: (tab: DraftTab) => DraftTab | null): boolean {
    const tab = findOpen(store, tabId)
    const next = tab === undefined || !isDraftTab(tab) ? null : change(tab)
    if (next === null) return false
    store.setState(({ tabs }) => ({ tabs: tabs.map(one => (one.id === tabId ? next : one)) }))
    return true
  }

  return {
    /** Replaces the whole draft by another one. */
    replaceDraft: (tabId: string, draft: HttpRequest) =>
      changeTab(store, tabId, tab => ({
        ...withReplacedDraft(tab, draft, newId()),
        requestSection: firstSection(draft),
      })),
    /** Undoes the latest replacement; false if there is none or the draft was edited since then. */
    undoReplacement: (tabId: string, { evenIfEdited = false } = {}) =>
      changeIfAny(tabId, tab => undone(tab, evenIfEdited)),
    redoReplacement: (tabId: string) => changeIfAny(tabId, redone),
    /** Changes the draft of a tab; `change` gets the present draft and returns the next one. */
    editDraft: (tabId: string, change: (draft: HttpRequest) => HttpRequest) =>
      changeTab(store, tabId, tab => ({ ...tab, draft: change(tab.draft) })),
    /** Selects the type of the body; what was typed for the previous type is kept. */
    chooseBodyType: (tabId: string, type: HttpBody['type']) =>
      changeTab(store, tabId, tab => withBodyType(tab, type)),
  }
}

function undone(tab: DraftTab, evenIfEdited: boolean): DraftTab | null {
  if (isRequestTab(tab)) return withReplacementUndone(tab, evenIfEdited)
  if (isExampleTab(tab)) return withReplacementUndone(tab, evenIfEdited)
  return isVariablesTab(tab)
    ? withReplacementUndone(tab, evenIfEdited)
    : withReplacementUndone(tab, evenIfEdited)
}

function redone(tab: DraftTab): DraftTab | null {
  if (isRequestTab(tab)) return withReplacementRedone(tab)
  if (isExampleTab(tab)) return withReplacementRedone(tab)
  return isVariablesTab(tab) ? withReplacementRedone(tab) : withReplacementRedone(tab)
}
