import type { ClaimedTab } from '@parley/server/contract'
import { isPageUnsaved, type VariablesPage } from './variable-pages.ts'

/** What is kept of an open page of variables outside the window: where it stands, and its unsaved work. */

type Content = Pick<VariablesPage, 'id' | 'place' | 'name'> &
  Partial<Pick<VariablesPage, 'saved' | 'draft' | 'version' | 'isGone'>>

const format = 1

export function pageContent(page: VariablesPage): string {
  const { id, place, name, saved, draft, version, isGone } = page
  const changes = isPageUnsaved(page) ? { saved, draft, version, isGone } : {}
  const content: Content = { id, place, name, ...changes }
  return JSON.stringify({ format, variables: content })
}

/** Whether two states of a page have the same content, without a look into it. */
export function isSamePageContent(left: VariablesPage, right: VariablesPage): boolean {
  return (
    left.place === right.place &&
    left.name === right.name &&
    left.saved === right.saved &&
    left.draft === right.draft &&
    left.version === right.version &&
    left.isGone === right.isGone
  )
}

/** A page as it was; null where the tab is none. */
export function restoredPage({ content }: Pick<ClaimedTab, 'content'>): VariablesPage | null {
  const kept = content === null ? null : JSON.parse(content)
  if (kept?.format !== format || kept.variables === undefined) return null
  const { id, place, name, saved = [], draft = [], version = null, isGone = false }: Content = kept.variables
  const state = kept.variables.draft === undefined && place.kind !== 'session' ? 'reading' : 'open'
  return { id, place, name, state, problem: null, saved, draft, version, wanted: null, isGone }
}
