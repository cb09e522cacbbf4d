import { type PlainVariable, withAlignedParams } from '@parley/model'
import type { ClaimedTab, EditedShare, EditedVariable } from '@parley/server/contract'
import { noReplacements } from '../documents/replace-draft.ts'
import { latestSend } from '../runs/earlier-run.ts'
import { newRunForm, type RunTab } from '../runs/run-tab.ts'
import { sendToResume } from '../sending/send-to-resume.ts'
import { withBodyTextEdits } from './body-text-edits.ts'
import type { ContainerTab } from './container-tab.ts'
import type { ExampleTab } from './example-tab.ts'
import {
  firstSection,
  isExampleTab,
  isRequestTab,
  isUnsaved,
  isVariablesTab,
  newTab,
  type OpenTab,
  type RequestTab,
  type SendState,
} from './request-tab.ts'
import { isPinned } from './strip-order.ts'
import { newVariablesTab } from './variable-tabs.ts'
import { type VariablesTab, variablesAlone } from './variables-tab.ts'

/** What is stored of an open tab outside the page: its unsaved work, and the sections that were shown. */

type Content = Pick<
  RequestTab,
  'source' | 'lostSource' | 'copiedFrom' | 'saved' | 'version' | 'draft' | 'keptBodies'
>
type OpenContainer = Omit<ContainerTab, 'replacements' | 'wanted'>
/** Without unsaved changes its docs, which may be long, are written once. */
type ContainerContent = Omit<OpenContainer, 'draft'> & Partial<Pick<OpenContainer, 'draft'>>
/** The format of earlier releases. */
type EarlierContainerContent = Omit<ContainerContent, 'source'> & {
  readonly source: Omit<ContainerTab['source'], 'containerId'> & { readonly branchId: string }
}
/** Without unsaved changes only its place. Earlier releases stored variables alone. */
type VariablesContent = Pick<VariablesTab, 'place' | 'name'> &
  Partial<Pick<VariablesTab, 'version' | 'isGone'>> &
  Partial<Record<'saved' | 'draft', EditedShare | EditedShare['variables']>>
/** Without unsaved changes the example is written once. Its ID lasts only until Parley ends. */
type ExampleContent = Omit<ExampleTab, 'replacements' | 'draft' | 'exampleId'> &
  Partial<Pick<ExampleTab, 'draft'>>
type Shown = Pick<
  RequestTab,
  'requestSection' | 'responseSection' | 'scriptPart' | 'messageView' | 'isPreview'
>
interface View extends Shown {
  /** The send whose response is shown; a tab without one has none. */
  readonly sendId?: string
}

/** The version of the format of stored texts; another version of the page may have written another one. */
const format = 1

/** Whether a tab has content that the file of a request lacks. A tab that was never saved has no file. */
export function hasContent(tab: OpenTab): boolean {
  return !isRequestTab(tab) || tab.source === null || isUnsaved(tab)
}

/** The unsaved work of a tab as a text. */
export function tabContent(tab: OpenTab): string {
  if (tab.kind === 'run') return JSON.stringify({ format, run: tab })
  if (isVariablesTab(tab)) return JSON.stringify({ format, variables: variablesContent(tab) })
  if (isExampleTab(tab)) return JSON.stringify({ format, example: exampleContent(tab) })
  if (!isRequestTab(tab)) {
    const { replacements: _, wanted: _wanted, draft, ...container } = tab
    const content: ContainerContent = isUnsaved(tab) ? { ...container, draft } : container
    return JSON.stringify({ format, container: content })
  }
  const { source, lostSource, copiedFrom, saved, version, draft, keptBodies } = tab
  return JSON.stringify({ format, source, lostSource, copiedFrom, saved, version, draft, keptBodies })
}

/** Whether two states of a tab have the same content, without a comparison in depth. */
export function isSameContent(left: OpenTab, right: OpenTab): boolean {
  if (left.kind === 'run' || right.kind === 'run') return left === right
  const isSameDraft =
    left.saved === right.saved && left.version === right.version && left.draft === right.draft
  if (isVariablesTab(left) || isVariablesTab(right))
    return isSameDraft && isVariablesTab(left) && isVariablesTab(right) && isSameVariables(left, right)
  const isSame = isSameDraft && left.source === right.source
  if (isExampleTab(left) || isExampleTab(right))
    return isSame && left.kind === right.kind && isSameExamplePlace(left, right)
  if (!isRequestTab(left) || !isRequestTab(right)) return isSame && left.kind === right.kind
  const isSamePlace = left.lostSource === right.lostSource && left.copiedFrom === right.copiedFrom
  return isSame && isSamePlace && left.keptBodies === right.keptBodies
}

/** The sections that a tab shows and its place in the strip, as text. */
export function tabView(tab: OpenTab): string {
  const pinned = isPinned(tab) ? { isPinned: true } : null
  const shown = shownSections(tab)
  return shown === null && pinned === null ? '' : JSON.stringify({ format, ...shown, ...pinned })
}

/** Null for a tab without sections. */
function shownSections(tab: OpenTab): object | null {
  if (tab.kind === 'run') return null
  if (isVariablesTab(tab)) return tab.section === 'variables' ? null : { section: tab.section }
  if (isExampleTab(tab)) return { section: tab.section, responseSection: tab.responseSection }
  if (!isRequestTab(tab)) return { section: tab.section, scriptPart: tab.scriptPart }
  const { requestSection, responseSection, scriptPart, messageView, isPreview = false } = tab
  const sendId = shownSendId(tab.send)
  const marks = { ...(sendId && { sendId }), ...(isPreview && { isPreview }) }
  return { requestSection, responseSection, scriptPart, messageView, ...marks }
}

/** The latest send of a tab, or the earlier one that it shows without having a latest one. */
function shownSendId(send: SendState): string | undefined {
  const latest = latestSend(send)
  if ('sendId' in latest) return latest.sendId
  return 'sendId' in send ? send.sendId : undefined
}

/** A request with what its tab showed; its send is resumed later. */
function withShown(tab: RequestTab, { sendId, ...shown }: Partial<View>): RequestTab {
  return { ...tab, ...shown, send: sendId === undefined ? tab.send : sendToResume(sendId, tab.draft) }
}

/** Returns a restored tab; null if its unsaved work cannot be parsed by this version. */
export function restoredTab(claimed: ClaimedTab): OpenTab | null {
  const tab = restoredDocument(claimed)
  const isSet = parseStored<{ readonly isPinned?: boolean }>(claimed.view)?.isPinned === true
  return tab === null || isPinned(tab) === isSet ? tab : { ...tab, isPinned: isSet }
}

function restoredDocument({ tabId, view, content, edits = [], opened }: ClaimedTab): OpenTab | null {
  const shown: Partial<View> = parseStored<View>(view) ?? {}
  if (content === null) {
    if (opened === null) return null
    const { request, version, place } = opened
    return withShown(newTab({ id: tabId, source: place, request, version }), shown)
  }
  const kept = parseStored<
    | Content
    | { readonly container: ContainerContent }
    | { readonly branch: EarlierContainerContent }
    | { readonly run: RunTab }
    | { readonly variables: VariablesContent }
    | { readonly example: ExampleContent }
    | { readonly runData: unknown }
  >(content)
  if (kept === null) return null
  if ('runData' in kept) return null
  if ('variables' in kept)
    return {
      ...restoredVariables(tabId, kept.variables),
      ...parseStored<Pick<VariablesTab, 'section'>>(view),
    }
  if ('example' in kept) {
    const { draft = kept.example.saved } = kept.example
    const restored = { ...kept.example, draft, exampleId: null, replacements: noReplacements }
    return { ...restored, ...parseStored<Partial<ExampleTab>>(view) }
  }
  if ('run' in kept) return { ...kept.run, form: { ...newRunForm, ...kept.run.form } }
  if ('branch' in kept || 'container' in kept) {
    const container = 'container' in kept ? kept.container : fromOlderFormat(kept.branch)
    const saved = withEditedVariables(container.saved)
    const draft = container.draft === undefined ? saved : withEditedVariables(container.draft)
    return {
      ...container,
      saved,
      draft,
      wanted: null,
      replacements: noReplacements,
      ...parseStored<Partial<ContainerTab>>(view),
    }
  }
  const { source, lostSource = null, copiedFrom = null, saved, version, keptBodies } = kept
  const draft = withAlignedParams(withBodyTextEdits(kept.draft, edits))
  const tab = newTab({ id: tabId, source, request: saved, version })
  const restored = { ...tab, lostSource, copiedFrom, draft, keptBodies, requestSection: firstSection(draft) }
  return withShown(restored, shown)
}

function fromOlderFormat({
  source: { branchId, ...place },
  ...tab
}: EarlierContainerContent): ContainerContent {
  return { ...tab, source: { containerId: branchId, ...place } }
}

/** Earlier releases stored variables without what belongs to secrets. */
function withEditedVariables(content: ContainerTab['saved']): ContainerTab['saved'] {
  const variables = content.defaults.variables.map((one: EditedVariable | PlainVariable) =>
    'variable' in one ? one : { variable: one, secretValue: null },
  )
  return { ...content, defaults: { ...content.defaults, variables } }
}

function exampleContent(tab: ExampleTab): ExampleContent {
  const { replacements: _, exampleId: _id, draft, ...example } = tab
  return isUnsaved(tab) ? { ...example, draft } : example
}

function isSameExamplePlace(left: OpenTab, right: OpenTab): boolean {
  return (
    isExampleTab(left) && isExampleTab(right) && left.index === right.index && left.isLost === right.isLost
  )
}

function variablesContent(tab: VariablesTab): VariablesContent {
  const { place, name, saved, draft, version, isGone } = tab
  return { place, name, ...(isUnsaved(tab) ? { saved, draft, version, isGone } : {}) }
}

function isSameVariables(left: VariablesTab, right: VariablesTab): boolean {
  return left.place === right.place && left.name === right.name && left.isGone === right.isGone
}

function restoredVariables(id: string, content: VariablesContent): VariablesTab {
  const { place, name, saved = [], draft, ...changes } = content
  const tab = newVariablesTab({ id, place, name, wanted: null })
  if (draft === undefined) return tab
  return { ...tab, ...changes, saved: shareOf(saved), draft: shareOf(draft), state: 'open' }
}

function shareOf(stored: EditedShare | EditedShare['variables']): EditedShare {
  return 'variables' in stored ? stored : variablesAlone(stored)
}

/** Only pages write these texts, so nothing but the format is checked. */
function parseStored<Value>(text: string): Value | null {
  if (text === '') return null
  const { format: written, ...value } = JSON.parse(text)
  return written === format ? value : null
}
