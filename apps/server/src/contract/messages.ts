import type { HistoryEntry, HistorySummary, HttpRequest, Variable, VariableScopeName } from '@parley/model'

export interface SessionDescription {
  readonly version: string
  /** Sent as `User-Agent` unless the request has its own. */
  readonly userAgent: string
  /** Address of the running demo API, or null. */
  readonly demoBaseUrl: string | null
  /** How a damaged database was repaired; null: none was, or the user dismissed it. */
  readonly recovery: (DescribedProblem & { readonly lines: readonly string[] }) | null
}

export interface LibraryTree {
  /** Names this state of the tree: another one for each change, and after each start of the server. */
  readonly revision: string
  readonly workspaceName: string
  readonly collections: readonly LibraryContainer[]
}

/** A collection or folder. */
export interface LibraryContainer {
  readonly kind: 'collection' | 'folder'
  readonly id: string
  readonly name: string
  readonly children: readonly LibraryNode[]
}

export interface LibraryLeaf {
  readonly kind: 'http'
  readonly id: string
  readonly name: string
  /** Its method, or its kind where that says more; empty where the file is damaged. */
  readonly method: string
  /** Why its file cannot be opened, as a sentence; null: it can. */
  readonly problem: string | null
}

/** A request of the library as its file says it. */
export interface OpenedRequest {
  readonly request: HttpRequest
  /** What a save of it names as its base. */
  readonly version: string
  readonly file: SavedFile | null
}

/** A file as it was saved last; null where there is none. */
export interface SavedFile {
  /** From its collection, else from the workspace. */
  readonly path: string
  /** Milliseconds since the epoch. */
  readonly savedAtMs: number
  /** `unknown`: it was saved before Parley was started this time. */
  readonly savedBy: 'parley' | 'anotherProgram' | 'unknown'
}

/** What became of a send that a tab shows again. */
export type TakenUpSend =
  /** Its progress comes over the event stream. */
  | { readonly state: 'followed' }
  /** The server holds it no more; it is in the history. */
  | { readonly state: 'kept'; readonly entry: HistoryEntry }
  | { readonly state: 'unknown' }

/** An open tab as a window tells of it. */
export interface KeptTab {
  readonly tabId: string
  /** The saved request that it shows; null for what was never saved. */
  readonly requestId: string | null
  /** What of it is shown; opaque to the server. */
  readonly view: string
  readonly draft: KeptDraft
}

/** Unsaved work in a tab: none, what was told of before, or what it is now. */
export type KeptDraft =
  | { readonly state: 'none' }
  | { readonly state: 'kept' }
  /** `content` is opaque to the server. */
  | { readonly state: 'changed'; readonly content: string }

/** Whether the tabs of a window are kept; `waiting`: the user is asked for the key to them, ask again. */
export type TabsKept = { readonly state: 'kept' } | { readonly state: 'waiting' } | NotDone

/** The tabs that a window is to show; `waiting`: the user is asked for the key to them, ask again. */
export type ClaimedTabs = GivenTabs | { readonly state: 'waiting' }

export interface GivenTabs {
  readonly state: 'given'
  readonly tabs: readonly ClaimedTab[]
  readonly activeTabId: string | null
  /** Why some or all unsaved work cannot be read now; it is kept. */
  readonly problem: DescribedProblem | null
}

/** `content`: its unsaved work; `opened`: without any, the request as its file says it. */
export interface ClaimedTab {
  readonly tabId: string
  readonly view: string
  readonly content: string | null
  readonly opened: (OpenedRequest & { readonly place: RequestPlace }) | null
}

/** Where a request stands in the library. */
export interface RequestPlace {
  readonly requestId: string
  readonly parentId: string
  /** Names of its collection and folders, outermost first. */
  readonly path: readonly string[]
}

/** How a save ended; `changed`: the file was changed outside meanwhile, and stands as it is. */
export type SavedRequest =
  | { readonly state: 'saved'; readonly version: string }
  | { readonly state: 'changed'; readonly theirs: OpenedRequest }
  | NotDone

/** What a workspace could not do, in its own words; nothing was changed. */
export interface NotDone {
  readonly state: 'failed'
  readonly sentence: string
  readonly nextStep: string
}

/** Something new in the library. */
export type Created = { readonly state: 'created'; readonly id: string } | NotDone

/** A new request, with the version that its next save is based on: it need not be read for that. */
export type CreatedRequest =
  | { readonly state: 'created'; readonly id: string; readonly version: string }
  | NotDone

/** Requests, folders or collections changed, by a window or on disk; a window asks for what is new in the tree. */
export interface LibraryEvent {
  readonly type: 'library'
  /** That of the tree by now; the one before where files changed that the tree shows the same of. */
  readonly revision: string
}

export type LibraryNode = LibraryContainer | LibraryLeaf

export interface ScopedVariable {
  readonly name: string
  /** Null where it is secret or made anew for each use. */
  readonly value: string | null
  readonly scope: VariableScopeName | 'dynamic'
  /** A secret that has no value on this device. */
  readonly isMissing?: true
}

/** Whose variables: of an environment, of the workspace, or of every workspace. */
export type VariablesPlace =
  | { readonly kind: 'environment'; readonly id: string }
  | { readonly kind: 'workspace' }
  | { readonly kind: 'global' }

/** A variable as it is edited: the value of a secret comes beside it, as no file holds it. */
export interface EditedVariable {
  readonly variable: Variable
  /** Null for what is no secret, and for a secret that has no value on this device. */
  readonly secretValue: string | null
}

/** A secret variable, and where it is. */
export interface SecretOfPlace {
  readonly place: VariablesPlace
  readonly name: string
}

/** The variables of a place as they stand on disk. */
export interface OpenedVariables {
  readonly variables: readonly EditedVariable[]
  /** What a save of them names as its base; null where there is no file yet. */
  readonly version: string | null
  readonly file: SavedFile | null
}

/** Variables to edit, or why they cannot be read. */
export type ReadVariables = ({ readonly state: 'opened' } & OpenedVariables) | NotDone

/** How a save of variables ended; `changed`: the file was changed outside meanwhile, and stands as it is. */
export type SavedVariables =
  | { readonly state: 'saved'; readonly version: string }
  | { readonly state: 'changed'; readonly theirs: OpenedVariables }
  | NotDone

export interface EnvironmentSummary {
  readonly id: string
  readonly name: string
  /** The collection whose folder it stands in; null: it is the workspace's, for all collections. */
  readonly collection: string | null
  /** Why its file cannot be opened, as a sentence; null: it can. */
  readonly problem: string | null
}

/** The environments, and that variables may be others now: in the first events of a stream, and with each change. */
export interface EnvironmentsEvent {
  readonly type: 'environments'
  readonly environments: readonly EnvironmentSummary[]
  /** The one whose variables sends use; null: none. */
  readonly activeId: string | null
}

export interface Ticket {
  /** Path on the server's own address, with the ticket in it. */
  readonly path: string
}

/** What is wrong in a sentence, and what to do about it. */
export interface DescribedProblem {
  readonly sentence: string
  readonly nextStep: string
}

export interface HistoryList {
  /** Newest first. */
  readonly entries: readonly HistorySummary[]
  /** Of all pages. */
  readonly totalEntries: number
  /** Why nothing can be read; it is all kept. Null: it can. */
  readonly locked: DescribedProblem | null
}
