import type { ClaimedTab } from '@parley/server/contract'
import { firstSection, isUnsaved, newTab, type RequestTab } from './request-tab.ts'

/** What is kept of an open tab outside the page: its unsaved work, and what of it was shown. */

type Content = Pick<RequestTab, 'source' | 'lostSource' | 'saved' | 'version' | 'draft' | 'keptBodies'>
type View = Pick<RequestTab, 'requestSection' | 'responseSection' | 'scriptPart'>

/** Of the texts below; one of another format was written by another version of the page. */
const format = 1

/** Whether a tab has anything that its file does not say. What was never saved has no file. */
export function hasContent(tab: RequestTab): boolean {
  return tab.source === null || isUnsaved(tab)
}

/** The unsaved work of a tab as a text. */
export function tabContent({ source, lostSource, saved, version, draft, keptBodies }: RequestTab): string {
  return JSON.stringify({ format, source, lostSource, saved, version, draft, keptBodies })
}

/** Whether two states of a tab have the same content, without a look into it. */
export function isSameContent(left: RequestTab, right: RequestTab): boolean {
  return (
    left.source === right.source &&
    left.lostSource === right.lostSource &&
    left.saved === right.saved &&
    left.version === right.version &&
    left.draft === right.draft &&
    left.keptBodies === right.keptBodies
  )
}

/** What of a tab is shown, as a text. */
export function tabView({ requestSection, responseSection, scriptPart }: RequestTab): string {
  return JSON.stringify({ format, requestSection, responseSection, scriptPart })
}

/** A tab as it was; null where its unsaved work cannot be understood here. */
export function restoredTab({ tabId, view, content, opened }: ClaimedTab): RequestTab | null {
  const shown = ofThisFormat<View>(view) ?? {}
  if (content === null) {
    if (opened === null) return null
    const { request, version, place } = opened
    return { ...newTab({ id: tabId, source: place, request, version }), ...shown }
  }
  const kept = ofThisFormat<Content>(content)
  if (kept === null) return null
  const { source, lostSource = null, saved, version, draft, keptBodies } = kept
  const tab = newTab({ id: tabId, source, request: saved, version })
  return { ...tab, lostSource, draft, keptBodies, requestSection: firstSection(draft), ...shown }
}

/** Nobody but a page has written it, so the format is all that is checked. */
function ofThisFormat<Value>(text: string): Value | null {
  if (text === '') return null
  const { format: written, ...value } = JSON.parse(text)
  return written === format ? value : null
}
