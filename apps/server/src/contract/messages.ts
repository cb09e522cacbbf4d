import type {
  HistoryEntry,
  HistorySummary,
  HttpRequest,
  RequestExample,
  Row,
  ScriptError,
  Variable,
  VariableScopeName,
} from '@parley/model'

export interface SessionDescription {
  readonly version: string
  /** The `User-Agent` header of requests that do not set their own. */
  readonly userAgent: string
  /** The one address that the packager set for Check for updates; null: none. */
  readonly updatesAddress: string | null
  /** By this key a window finds a server that is started again on the same app data. */
  readonly windowKey: string
  /** Address of the running demo API, or null. */
  readonly demoBaseUrl: string | null
  /** How a damaged database was repaired; null: none was damaged, or the user dismissed the report. */
  readonly recovery: (DescribedProblem & { readonly lines: readonly string[] }) | null
  /** What the page remembered of its looks, by the names of its texts. */
  readonly pageMemory: Readonly<Record<string, string>>
}

export interface LibraryTree {
  /** Identifies this state of the tree. It changes with each change and each start of the server. */
  readonly revision: string
  readonly workspaceName: string
  readonly collections: readonly LibraryContainer[]
  /** Sentences about what the workspace lists and the tree cannot have, with what to do; absent: nothing. */
  readonly notShown?: readonly string[] | undefined
}

/** A collection or folder. */
export interface LibraryContainer {
  readonly kind: 'collection' | 'folder'
  readonly id: string
  readonly name: string
  readonly children: readonly LibraryNode[]
}

export interface LibraryLeaf {
  readonly kind: 'request'
  readonly id: string
  readonly name: string
  /** The request's method, or its kind if that says more; empty if the file is damaged. */
  readonly method: string
  /** Why its file cannot be opened, as a sentence; null if it can. */
  readonly problem: string | null
  /** Its saved examples in their order; absent: none. */
  readonly examples?: readonly LibraryExample[]
}

/** A saved example of a request. */
export interface LibraryExample {
  /** Stays the same while it is moved, renamed and edited, until Parley ends. */
  readonly id: string
  readonly name: string
  /** 0 if it has none. */
  readonly statusCode: number
}

/** A request of the library as read from its file. */
export interface OpenedRequest {
  readonly request: HttpRequest
  /** The version that a save names as its base. */
  readonly version: string
  readonly file: SavedFile | null
  /** The IDs of its examples in their order; null for one that the tree does not show yet. */
  readonly exampleIds: readonly (string | null)[]
}

/** The file of an entry and its last save; null if there is no file. */
export interface SavedFile {
  /** Relative to its collection, or to the workspace if it is in none. */
  readonly path: string
  /** Milliseconds since the epoch. */
  readonly savedAtMs: number
  /** `unknown`: the file was saved before this run of Parley. */
  readonly savedBy: 'parley' | 'anotherProgram' | 'unknown'
}

/** What happened to a send that a tab shows again. */
export type ResumedSend =
  /** Its progress is reported on the event stream. */
  | { readonly state: 'followed' }
  /** The server no longer has the send; the history does. */
  | { readonly state: 'ended'; readonly entry: HistoryEntry }
  | { readonly state: 'unknown' }

/** An open tab, as a window reports it. */
export interface ReportedTab {
  readonly tabId: string
  /** The saved request that the tab shows; null if the request was never saved. */
  readonly requestId: string | null
  /** Which part of the request is shown; opaque to the server. */
  readonly view: string
  readonly draft: ReportedDraft
  /** What sends of saved requests do not use, if they would use it once it is saved. */
  readonly unsaved?: UnsavedTab
}

/** Unsaved changes of a tab in words, without values. */
export interface UnsavedTab {
  /** Its request, collection or folder; null for variables of environments, the workspace and Global. */
  readonly entryId: string | null
  /** Its name, with the names of the variables that differ: `Local (region)`. */
  readonly words: string
}

/**
 * Unsaved work in a tab: none, unchanged since the last report, its new content, or a change of its long text since what
 * was reported with the ID `after`.
 */
export type ReportedDraft =
  | { readonly state: 'none' }
  | { readonly state: 'unchanged' }
  /** `content` is opaque to the server. */
  | { readonly state: 'changed'; readonly content: string; readonly id?: string | undefined }
  | { readonly state: 'edited'; readonly after: string; readonly id: string; readonly edit: DraftTextEdit }

/** A change of the long text of a draft, in UTF-16 code units; which text that is, only the page knows. */
export interface DraftTextEdit {
  readonly at: number
  readonly removed: number
  readonly inserted: string
  /** The length of the text before. */
  readonly of: number
}

/**
 * Whether the tabs of a window were stored; `waiting`: the user is being asked for the encryption key, ask
 * again; `unknown`: what an edit follows is not stored, send the whole of all tabs.
 */
export type TabsSaved =
  | { readonly state: 'saved' }
  | { readonly state: 'waiting' }
  | { readonly state: 'unknown' }
  | NotDone

/**
 * The tabs that a window is to show; `waiting`: ask again. `for`: another window that may return, the last tabs of the
 * window's previous page, or the user's answer to the keychain.
 */
export type ClaimedTabs =
  | TabsForWindow
  | { readonly state: 'waiting'; readonly for: 'otherWindow' | 'lastTabs' | 'keychain' }

export interface TabsForWindow {
  readonly state: 'given'
  readonly tabs: readonly ClaimedTab[]
  readonly activeTabId: string | null
  /** Why some or all unsaved work cannot be read now; none of it is deleted. */
  readonly problem: DescribedProblem | null
}

/** `content`: the unsaved work of the tab, to which `edits` are applied in order; `opened`: the saved request if there is no unsaved work. */
export interface ClaimedTab {
  readonly tabId: string
  readonly view: string
  readonly content: string | null
  readonly edits?: readonly DraftTextEdit[]
  readonly opened: (OpenedRequest & { readonly place: RequestPlace }) | null
}

/** The position of a request in the library. */
export interface RequestPlace {
  readonly requestId: string
  readonly parentId: string
  /** Names of its collection and folders, outermost first. */
  readonly path: readonly string[]
}

/** The outcome of a save; `changed`: the file was changed by another program and was not overwritten. */
export type SavedRequest =
  | { readonly state: 'saved'; readonly version: string }
  | { readonly state: 'changed'; readonly theirs: OpenedRequest }
  | NotDone

/** Why a workspace could not do something, in its own words; nothing was changed. */
export interface NotDone {
  readonly state: 'failed'
  readonly sentence: string
  readonly nextStep: string
}

/** A response with its request, as an example can be saved. */
export type ReadExample =
  | {
      readonly state: 'read'
      readonly example: RequestExample
      /** Why the body of the response is not part of it, as a sentence; null if it is. */
      readonly leftOut: string | null
    }
  | NotDone

/** A newly created entry of the library. */
export type Created = { readonly state: 'created'; readonly id: string } | NotDone

/** A new request with the version that its next save is based on, so that the page need not read it. */
export type CreatedRequest =
  | { readonly state: 'created'; readonly id: string; readonly version: string }
  | NotDone

/**
 * Requests, folders or collections changed, by a window or on disk; a window then asks for the changes of the
 * tree.
 */
export interface LibraryEvent {
  readonly type: 'library'
  /** The tree's current revision; unchanged if files changed but the tree shows the same. */
  readonly revision: string
}

export type LibraryNode = LibraryContainer | LibraryLeaf

/** Who set a value of the session: a script, with the request that it ran on, or the user with the data row of a run. */
export type ValueSetter =
  | (Pick<ScriptError, 'owner' | 'phase'> & { readonly requestName: string })
  | { readonly dataName: string; readonly iteration: number }

/** What became of the values of a data row. */
export type TakenRow =
  | {
      readonly state: 'set'
      /** Takes it back. */
      readonly setId: string
      /** From 0. */
      readonly iteration: number
      readonly names: readonly string[]
      /** The names of values that are secrets, or that were too long to keep. */
      readonly leftOut: readonly string[]
    }
  | NotDone

export interface ScopedVariable {
  readonly name: string
  /** Null if the value is secret or generated for each use. */
  readonly value: string | null
  /** `request`: the request's own, which is narrower than all but those of the session. */
  readonly scope: VariableScopeName | 'dynamic' | 'request'
  /** Of the scope `environment`. */
  readonly environmentName?: string
  /** Set for a secret that has no value on this device. */
  readonly isMissing?: true
  /** The owner whose unsaved change decides the value: an environment, collection or folder, `Workspace` or `Global`. */
  readonly unsavedIn?: string
  /** Who set a value of the session. */
  readonly setBy?: ValueSetter
}

/** The owner of variables: an environment, the workspace, or every workspace. */
export type VariablesPlace =
  | { readonly kind: 'environment'; readonly id: string }
  | { readonly kind: 'workspace' }
  | { readonly kind: 'global' }

/** The owner of a secret variable; only some of them have a tab of variables. */
export type SecretPlace = VariablesPlace | ContainerPlace

/** A collection or folder as the owner of variables. */
export type ContainerPlace =
  | { readonly kind: 'collection'; readonly id: string }
  | { readonly kind: 'folder'; readonly id: string }

/** A variable being edited. The value of a secret is separate from it, as no file holds that value. */
export interface EditedVariable {
  readonly variable: Variable
  /** Null if the variable is not secret, or is a secret without a value on this device. */
  readonly secretValue: string | null
}

/** A variable of a collection that has other values in environments. */
export interface OverriddenVariable {
  readonly name: string
  /** The name of the collection. */
  readonly collection: string
  /** The names of the environments. */
  readonly environments: readonly string[]
}

/** A secret variable and its owner. */
export interface ScopedSecret {
  readonly place: SecretPlace
  readonly name: string
}

/** What the page of an owner of variables edits. */
export interface EditedShare {
  readonly variables: readonly EditedVariable[]
  /** The default headers of the workspace; empty for other owners. */
  readonly headers: readonly Row[]
}

/** The variables of an owner, and the default headers of the workspace, as stored on disk. */
export interface OpenedVariables extends EditedShare {
  /** The version that a save names as its base; null if there is no file yet. */
  readonly version: string | null
  readonly file: SavedFile | null
}

/** Variables to edit, or why they cannot be read. */
export type ReadVariables = ({ readonly state: 'opened' } & OpenedVariables) | NotDone

/**
 * The outcome of saving variables; `changed`: the file was changed by another program and was not
 * overwritten.
 */
export type SavedVariables =
  | { readonly state: 'saved'; readonly version: string | null }
  | { readonly state: 'changed'; readonly theirs: OpenedVariables }
  | NotDone

/** How many variables places have. A place whose file cannot be read is left out. */
export type VariableCounts = Readonly<Record<string, number>>

export interface EnvironmentSummary {
  readonly id: string
  readonly name: string
  /**
   * The collection whose folder contains the environment; null: it belongs to the workspace, for all
   * collections.
   */
  readonly collection: string | null
  /** Why its file cannot be opened, as a sentence; null if it can. */
  readonly problem: string | null
}

/** The environments; variables may also have changed. Sent at the start of a stream and with each change. */
export interface EnvironmentsEvent {
  readonly type: 'environments'
  readonly environments: readonly EnvironmentSummary[]
  /** The environment whose variables sends use; null: none. */
  readonly activeId: string | null
}

export interface Ticket {
  /** The path on the server's own address, with the ticket in it. */
  readonly path: string
}

/** A sentence that says what is wrong, and one that says what to do about it. */
export interface DescribedProblem {
  readonly sentence: string
  readonly nextStep: string
}

export interface HistoryList {
  /** Newest first. */
  readonly entries: readonly HistorySummary[]
  /** The number of entries on all pages. */
  readonly totalEntries: number
  /** Why nothing can be read although everything is stored; null if it can be read. */
  readonly locked: DescribedProblem | null
}
