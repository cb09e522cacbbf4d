import {
  descriptorOf,
  type HistoryEntry,
  type HttpRequest,
  type RequestContentProgress,
  type RequestSection,
  type Response,
  type ScriptError,
  type ScriptNote,
  type SendAttempt,
  type SendProgress,
  shownName,
  untitledRequest,
  withAlignedParams,
} from '@parley/model'
import { type DocumentTab, hasChanges } from '../documents/document.ts'
import { type BodiesByType, noReplacements } from '../documents/replace-draft.ts'
import { nameFromDraft } from '../request/request-kind.ts'
import type { ScriptPart } from '../request/script-part.ts'
import type { BodyDisplay } from '../response/body-display.ts'
import type { RunTab } from '../runs/run-tab.ts'
import type { Repeat } from '../sending/repeat.ts'
import type { ContainerTab } from './container-tab.ts'
import type { ExampleTab } from './example-tab.ts'
import { type VariablesTab, variablesTitle } from './variables-tab.ts'

/** `events` is the first section, which a response that is no event stream does not have: it shows its body. */
export type ResponseSection = 'events' | 'body' | 'headers' | 'cookies' | 'trailers' | 'tests' | 'timeline'

/** An open request: its saved version, its draft, and its latest send. */
export interface RequestTab extends DocumentTab<HttpRequest> {
  readonly kind: 'request'
  /** Its place in the library; null for a request that is in no collection. */
  readonly source: RequestSource | null
  /** Its place until it was deleted. Since then its content has been unsaved. */
  readonly lostSource?: RequestSource | null
  /** The place of the original of an unsaved copy, whose variables, authorization and scripts it uses. */
  readonly copiedFrom?: RequestSource | null
  /** Bodies of types that are no longer selected; selecting a type again restores its body. */
  readonly keptBodies: BodiesByType
  readonly requestSection: RequestSection
  readonly responseSection: ResponseSection
  /** Of its responses, as typed; null while the bar of the filter is closed. */
  readonly responseFilter: string | null
  /** How its responses are shown; null until the user chooses: as the settings say. */
  readonly bodyDisplay: BodyDisplay | null
  readonly scriptPart: ScriptPart
  /** How the messages of a gRPC call are edited; absent until the user chooses: as text. */
  readonly messageView?: 'text' | 'form'
  /** A line of the shown script to go to; another object each time. */
  readonly scriptJump: { readonly line: number } | null
  /** A position in the GraphQL query to go to; another object each time. */
  readonly queryJump?: { readonly line: number; readonly column: number }
  readonly send: SendState
  /** How it is sent again and again, or was last; absent or null: it is sent once. */
  readonly repeat?: Repeat | null
  /** Whether the next request that is only looked at takes its place. */
  readonly isPreview?: boolean
}

const responseParts: ReadonlySet<string> = new Set<keyof RequestTab>([
  'send',
  'repeat',
  'responseSection',
  'responseFilter',
  'bodyDisplay',
])

/** Whether two states of tabs differ at most in what belongs to the response. */
export function isSameRequestSide(one: RequestTab, other: RequestTab): boolean {
  if (one === other) return true
  return [...Object.keys(one), ...Object.keys(other)].every(
    key => responseParts.has(key) || Reflect.get(one, key) === Reflect.get(other, key),
  )
}

export interface RequestSource {
  readonly requestId: string
  /** The collection or folder that contains the request. */
  readonly parentId: string
  /** Names of its collection and folders, outermost first. */
  readonly path: readonly string[]
}

/**
 * The states of a send (behaviour 3). `awaiting` keeps what the pane showed before until `isShown`, so that a
 * quick response does not flash the waiting view. `cancelled` is idle with what had arrived.
 */
export type SendState =
  /** `scriptError`: a pre-request script failed, and nothing was sent. */
  | { readonly state: 'idle'; readonly scriptError?: ScriptError; readonly notes?: readonly ScriptNote[] }
  | AwaitingSend
  | (Extract<SendProgress, { state: 'answered' }> & EndedSend)
  | (Extract<SendProgress, { state: 'failed' }> & EndedSend)
  | ({
      readonly state: 'cancelled'
      readonly attempt: SendAttempt | null
      readonly response: Response
    } & EndedSend)
  /** The server could not be asked to send; `reason` is a sentence. */
  | { readonly state: 'unsent'; readonly reason: string }

/** What a request tests its response with: its scripts after the response, and its ticked assertions. */
export interface RequestTests {
  readonly scripts: readonly string[]
  readonly assertions: HttpRequest['assertions']
}

interface EndedSend {
  readonly sentTests?: RequestTests
  /** Its ID in the history if it is an earlier one. */
  readonly sendId: string
  /** Set if it comes from the history; absent: it is the latest of its tab. */
  readonly earlier?: EarlierRun
}

/** What a tab shows in the place of its latest send. */
export interface EarlierRun {
  /** Milliseconds since the epoch. */
  readonly sentAt: number
  readonly missingBody: HistoryEntry['missingBody']
  readonly latest: SendState
}

export interface AwaitingSend {
  readonly state: 'awaiting'
  readonly sendId: string
  readonly method: string
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** As typed until the server names the rendered one. */
  readonly targetUri: string
  readonly requestContent: RequestContentProgress
  readonly response: Response | null
  readonly isShown: boolean
  /**
   * Set if its tab was open before the window was loaded: it is not known yet whether the send is still
   * running.
   */
  readonly isRestored?: true
  /** When a stream that has ended connects again, in milliseconds since the epoch. */
  readonly reconnectsAt?: number | undefined
  /** Present while a gRPC call with streams goes on: whether more messages can be sent. */
  readonly call?: 'open' | 'ended' | undefined
  /** What it tests the response with; absent if it is a send of an earlier window. */
  readonly sentTests?: RequestTests
  readonly previous: SendState
  /** Whether that stays in the pane, with its body, until this one has a response; so it is in a repetition. */
  readonly keepsPrevious?: boolean
}

/** The collection or folder that a tab's request inherits from; null: none. */
export function inheritedPlaceId(tab: RequestTab | null | undefined): string | null {
  return (tab?.source ?? tab?.copiedFrom)?.parentId ?? null
}

/** What the response pane shows for a send: the earlier state while the waiting view is held back. */
export function shownSend(send: SendState): SendState {
  return send.state === 'awaiting' && !send.isShown ? send.previous : send
}

/** Returns a tab for a request that was neither edited nor sent. */
export function newTab({
  id,
  source,
  request,
  version,
}: {
  readonly id: string
  readonly source: RequestSource | null
  readonly request: HttpRequest
  readonly version: string | null
}): RequestTab {
  const saved = withAlignedParams(request)
  return {
    kind: 'request',
    id,
    source,
    saved,
    version,
    draft: saved,
    draftId: id,
    replacements: noReplacements,
    keptBodies: {},
    requestSection: firstSection(request),
    responseSection: 'events',
    responseFilter: null,
    bodyDisplay: null,
    scriptPart: 'preRequest',
    scriptJump: null,
    send: { state: 'idle' },
  }
}

/** A request opens where its content is. */
export function firstSection(request: HttpRequest): RequestSection {
  if (descriptorOf(request).pane.shows === 'messages') return 'message'
  return request.body.type === 'none' ? 'params' : 'body'
}

/** Returns the response of a send, which may be incomplete. */
export function responseOf(send: SendState): Response | null {
  if (send.state === 'answered') return send.exchange.response
  return 'response' in send ? send.response : null
}

/** A tab with a draft that is saved to a file. */
export type DraftTab = NamedTab | VariablesTab | ExampleTab

/** A request, collection or folder: it has a name, scripts and authorization. */
export type NamedTab = RequestTab | ContainerTab

/** Any tab of the strip. */
export type OpenTab = DraftTab | RunTab

/** Whether a tab has a draft that is saved to a file. */
export function isDraftTab(tab: OpenTab): tab is DraftTab {
  return tab.kind !== 'run'
}

export function isRequestTab(tab: OpenTab): tab is RequestTab {
  return tab.kind === 'request'
}

export function isContainerTab(tab: OpenTab): tab is ContainerTab {
  return tab.kind === 'collection' || tab.kind === 'folder'
}

export function isVariablesTab(tab: OpenTab): tab is VariablesTab {
  return tab.kind === 'variables'
}

export function isExampleTab(tab: OpenTab): tab is ExampleTab {
  return tab.kind === 'example'
}

/** Unsaved changes are derived, never stored. */
export function isUnsaved(tab: OpenTab): boolean {
  if (tab.kind === 'run') return false
  return hasChanges(tab) || ((isContainerTab(tab) || isExampleTab(tab)) && tab.isLost)
}

/** The name in the tab strip: the tab's own, else the path of its request's URL (behaviour, Names of tabs). */
export function tabName(tab: OpenTab): string {
  if (tab.kind === 'run') return `${tab.isLoad ? 'Load' : 'Run'}: ${shownName(tab.name)}`
  if (isVariablesTab(tab)) return variablesTitle(tab)
  if (isExampleTab(tab)) return shownName(tab.draft.name)
  if (tab.draft.name !== '' || !isRequestTab(tab)) return shownName(tab.draft.name)
  const name = nameFromDraft(tab.draft)
  return shortUrl(name === untitledRequest ? tab.draft.url.trim() : name) || untitledRequest
}

/** What the tooltip of a tab adds to its name: the whole URL; empty if there is none. */
export function tabDetail(tab: OpenTab): string {
  return isRequestTab(tab) ? shortUrl(tab.draft.url.trim()) : ''
}

function shortUrl(url: string): string {
  return shownName(url.length > shownUrlCharacters ? `${url.slice(0, shownUrlCharacters)}…` : url)
}

const shownUrlCharacters = 200

/** What the badge of a tab says: its method, or its kind where that says more (behaviour 1); null: it has none. */
export function badgeOf(tab: OpenTab): string | null {
  if (!isRequestTab(tab)) return null
  return descriptorOf(tab.draft).badge ?? tab.draft.method
}
