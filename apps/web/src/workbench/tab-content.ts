import type { ClaimedTab } from '@parley/server/contract'
import type { BranchTab } from './branch-tab.ts'
import { latestSend } from './earlier-run.ts'
import {
  firstSection,
  isRequestTab,
  isUnsaved,
  newTab,
  type OpenTab,
  type RequestTab,
  type SendState,
} from './request-tab.ts'
import { newRunForm, type RunTab } from './run-tab.ts'
import { sendToTakeUp } from './take-up-sends.ts'

/** What is kept of an open tab outside the page: its unsaved work, and what of it was shown. */

type Content = Pick<
  RequestTab,
  'source' | 'lostSource' | 'copiedFrom' | 'saved' | 'version' | 'draft' | 'keptBodies'
>
type Shown = Pick<RequestTab, 'requestSection' | 'responseSection' | 'scriptPart'>
interface View extends Shown {
  /** The send whose response is shown; a tab without one has none. */
  readonly sendId?: string
}

/** Of the texts below; one of another format was written by another version of the page. */
const format = 1

/** Whether a tab has anything that the file of a request does not say. What was never saved has no file. */
export function hasContent(tab: OpenTab): boolean {
  return !isRequestTab(tab) || tab.source === null || isUnsaved(tab)
}

/** The unsaved work of a tab as a text. */
export function tabContent(tab: OpenTab): string {
  if (tab.kind === 'run') return JSON.stringify({ format, run: tab })
  if (!isRequestTab(tab)) return JSON.stringify({ format, branch: tab })
  const { source, lostSource, copiedFrom, saved, version, draft, keptBodies } = tab
  return JSON.stringify({ format, source, lostSource, copiedFrom, saved, version, draft, keptBodies })
}

/** Whether two states of a tab have the same content, without a look into it. */
export function isSameContent(left: OpenTab, right: OpenTab): boolean {
  if (left.kind === 'run' || right.kind === 'run') return left === right
  const isSame =
    left.source === right.source &&
    left.saved === right.saved &&
    left.version === right.version &&
    left.draft === right.draft
  if (!isRequestTab(left) || !isRequestTab(right)) return isSame && left.kind === right.kind
  const isSamePlace = left.lostSource === right.lostSource && left.copiedFrom === right.copiedFrom
  return isSame && isSamePlace && left.keptBodies === right.keptBodies
}

/** What of a tab is shown, as a text. */
export function tabView(tab: OpenTab): string {
  if (tab.kind === 'run') return ''
  if (!isRequestTab(tab)) return JSON.stringify({ format, section: tab.section, scriptPart: tab.scriptPart })
  const { requestSection, responseSection, scriptPart } = tab
  const sendId = shownSendId(tab.send)
  return JSON.stringify({ format, requestSection, responseSection, scriptPart, ...(sendId && { sendId }) })
}

/** The latest send of a tab, or the earlier one that it shows without having a latest one. */
function shownSendId(send: SendState): string | undefined {
  const latest = latestSend(send)
  if ('sendId' in latest) return latest.sendId
  return 'sendId' in send ? send.sendId : undefined
}

/** A request with what its tab showed; its send is taken up later. */
function withShown(tab: RequestTab, { sendId, ...shown }: Partial<View>): RequestTab {
  return { ...tab, ...shown, send: sendId === undefined ? tab.send : sendToTakeUp(sendId, tab.draft) }
}

/** A tab as it was; null where its unsaved work cannot be understood here. */
export function restoredTab({ tabId, view, content, opened }: ClaimedTab): OpenTab | null {
  const shown: Partial<View> = ofThisFormat<View>(view) ?? {}
  if (content === null) {
    if (opened === null) return null
    const { request, version, place } = opened
    return withShown(newTab({ id: tabId, source: place, request, version }), shown)
  }
  const kept = ofThisFormat<
    | Content
    | { readonly branch: BranchTab }
    | { readonly run: RunTab }
    | { readonly variables: unknown }
    | { readonly runData: unknown }
  >(content)
  if (kept === null) return null
  if ('variables' in kept || 'runData' in kept) return null
  if ('run' in kept) return { ...kept.run, form: { ...newRunForm, ...kept.run.form } }
  if ('branch' in kept) return { ...kept.branch, ...ofThisFormat<Partial<BranchTab>>(view) }
  const { source, lostSource = null, copiedFrom = null, saved, version, draft, keptBodies } = kept
  const tab = newTab({ id: tabId, source, request: saved, version })
  const restored = { ...tab, lostSource, copiedFrom, draft, keptBodies, requestSection: firstSection(draft) }
  return withShown(restored, shown)
}

/** Nobody but a page has written it, so the format is all that is checked. */
function ofThisFormat<Value>(text: string): Value | null {
  if (text === '') return null
  const { format: written, ...value } = JSON.parse(text)
  return written === format ? value : null
}
