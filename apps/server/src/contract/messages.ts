import type { DeviceCode, MissingSecret } from '@parley/engine'
import type {
  AppSettings,
  HistorySummary,
  HttpRequest,
  ScriptError,
  SendProgress,
  Variable,
  VariableScopeName,
} from '@parley/model'
import type { ExportEvent } from './export-contract.ts'
import type { ImportEvent } from './import-contract.ts'
import type { RunEventOfWindow, RunPlanEvent } from './run-contract.ts'
import type { BackupEvent, WorkspaceEvent } from './workspaces.ts'

export interface SessionDescription {
  readonly version: string
  /** Sent as `User-Agent` unless the request has its own. */
  readonly userAgent: string
  /** Address of the running demo API, or null. */
  readonly demoBaseUrl: string | null
}

export interface LibraryTree {
  readonly workspaceName: string
  readonly collections: readonly LibraryBranch[]
}

/** A collection or folder. */
export interface LibraryBranch {
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
}

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

/** The tree changed, by a window or on disk. */
export interface LibraryEvent {
  readonly type: 'library'
  readonly tree: LibraryTree
}

export type LibraryNode = LibraryBranch | LibraryLeaf

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

/** The variables of a place as they stand on disk. */
export interface OpenedVariables {
  readonly variables: readonly EditedVariable[]
  /** What a save of them names as its base; null where there is no file yet. */
  readonly version: string | null
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

export interface BodyText {
  readonly text: string
  /** Where the next piece begins; null at the end. */
  readonly nextOffset: number | null
  /** Of the whole view. */
  readonly totalBytes: number
  /** What was given: pretty falls back to raw where a body cannot be formatted. */
  readonly view: 'pretty' | 'raw'
  readonly format: BodyFormat
  /** False where the bytes are no text. */
  readonly isText: boolean
  /** It is being formatted: raw is given for now, and asking again will give pretty. */
  readonly isFormatting: boolean
}

/** How a body is formatted and coloured (spec 2.3). */
export type BodyFormat = 'json' | 'xml' | 'html' | 'javascript' | 'css' | 'yaml' | 'text'

/** A line of a body, or a part of one that is too long for a row. */
export interface BodyRow {
  /** Without its line break. */
  readonly text: string
  /** From 1; null where the row goes on with the line before. */
  readonly line: number | null
}

export interface BodyRows {
  /** From the asked row on; fewer than asked at the end, or where they are long. */
  readonly rows: readonly BodyRow[]
  /** As far as is known. */
  readonly totalRows: number
  /** Of the whole view. */
  readonly totalBytes: number
  /** False while there may be more rows, or pretty ones instead: asking again will tell. */
  readonly isWhole: boolean
  readonly view: 'pretty' | 'raw'
  readonly format: BodyFormat
  readonly isText: boolean
  readonly isFormatting: boolean
}

/** A row that can be folded. */
export interface BodyFoldStart {
  readonly row: number
  /** Behind the character that opens it. */
  readonly at: number
}

export interface BodyFoldStarts {
  /** False while they are being found: asking again will tell. */
  readonly isWhole: boolean
  readonly starts: readonly BodyFoldStart[]
}

/** What is folded at a row: from there to before what closes it, in a row below. */
export interface BodyFold extends BodyFoldStart {
  readonly endRow: number
  readonly endAt: number
  /** What its children are called; null where they are not counted. */
  readonly noun: 'item' | 'key' | null
  readonly count: number
}

/** A place in a view: the row it begins in, and where in it. */
export interface BodyMatch {
  readonly row: number
  readonly start: number
}

export interface BodyMatches {
  /** As far as is known. */
  readonly matchCount: number
  /** False while there may be more: asking again will tell. */
  readonly isWhole: boolean
  /** The one asked for; null where that many are not known. */
  readonly match: BodyMatch | null
}

/** What a filter of a JSON body brought. The matches are read as the view that names the filter. */
export type BodyFilterState =
  /** Asking again will tell. */
  | { readonly state: 'making' }
  | { readonly state: 'made'; readonly matchCount: number }
  | { readonly state: 'refused'; readonly refusal: BodyFilterRefusal }

export interface BodyFilterRefusal {
  readonly code:
    | 'BAD_FILTER'
    | 'NOT_JSON'
    | 'NOT_WHOLE'
    | 'TOO_LARGE'
    | 'TOO_SLOW'
    | 'TOO_MUCH_MEMORY'
    | 'TOO_MANY_MATCHES'
    | 'TOO_DEEP'
    | 'FAILED'
  /** What is wrong, then what to do. */
  readonly message: string
  /** Where in the filter, from 0; null where it is not the filter that is wrong. */
  readonly position: number | null
}

export interface BodyBytes {
  readonly base64: string
  readonly totalBytes: number
}

/** What a cell of a table shows: a scalar as it is written, of a long text the beginning, or how much is within. */
export type JsonCell =
  | { readonly kind: 'string' | 'number' | 'word'; readonly text: string }
  | {
      readonly kind: 'object' | 'array'
      /** How many values it holds itself. */
      readonly count: number
      /** Where it stands, to read it as a table of its own. */
      readonly at: number
    }

export interface JsonTableRow {
  /** An index or a key. */
  readonly label: string
  /** One for each column behind the first; null where the row has none. */
  readonly cells: readonly (JsonCell | null)[]
}

/** A value of a JSON body as rows and columns. `none`: the body is no JSON, or too large to be read as such. */
export type BodyTable =
  | { readonly state: 'none' }
  /** Asking again will tell. */
  | { readonly state: 'making'; readonly knownRows: number }
  | {
      readonly state: 'made'
      readonly columns: readonly string[]
      readonly totalRows: number
      /** From the asked row on; fewer than asked at the end, or where they are large. */
      readonly rows: readonly JsonTableRow[]
    }

export interface Ticket {
  /** Path on the server's own address, with the ticket in it. */
  readonly path: string
}

/** What the event stream of a window carries. Each event holds the whole present state of its subject. */
export type WindowEvent =
  | SendEvent
  | SettingsEvent
  | SessionValuesEvent
  | ConsoleEvent
  | HistoryEvent
  | SecretQuestionsEvent
  | ProxyTestEvent
  | LibraryEvent
  | ImportEvent
  | ExportEvent
  | RunEventOfWindow
  | RunPlanEvent
  | EnvironmentsEvent
  | WorkspaceEvent
  | BackupEvent
  | SignInEvent
  | TokensEvent

/** What a send waits for (product decisions). */
export type SecretQuestion = { readonly questionId: string } & (
  | {
      /** Whether secrets may go to a host that a script chose. */
      readonly kind: 'host'
      /** `host:port` */
      readonly host: string
      readonly secretNames: readonly string[]
    }
  | {
      /** The values of secrets that this machine does not have. */
      readonly kind: 'values'
      readonly secrets: readonly Pick<MissingSecret, 'name' | 'place' | 'isMultiline'>[]
    }
)

/** All that a window is asked of secrets, anew with each change. */
export interface SecretQuestionsEvent {
  readonly type: 'secretQuestions'
  readonly questions: readonly SecretQuestion[]
}

/** How a check of the proxy ended (spec 5.4). */
export type ProxyTestEvent = { readonly type: 'proxyTest'; readonly testId: string } & (
  | {
      readonly state: 'connected'
      /** Null: the system has requests go directly. */
      readonly proxy: string | null
      readonly elapsedMs: number
    }
  | { readonly state: 'failed'; readonly sentence: string; readonly nextStep: string }
)

/** How Get New Access Token goes (spec 5.2). */
export interface SignInEvent {
  readonly type: 'signIn'
  readonly signInId: string
  readonly progress:
    | {
        readonly state: 'running'
        /** Where the user signs in; null: nowhere, or not yet. */
        readonly page: { readonly url: string; readonly isOpened: boolean } | null
        readonly code: DeviceCode | null
      }
    | { readonly state: 'given' | 'cancelled' }
    | ({ readonly state: 'failed' } & DescribedProblem)
}

/** A token was given, renewed or cleared: what is shown of tokens is to be read anew. */
export interface TokensEvent {
  readonly type: 'tokens'
}

export interface SendEvent {
  readonly type: 'send'
  readonly sendId: string
  readonly progress: SendProgress
}

/** The first event of a stream, and the news of each change. */
export interface SettingsEvent {
  readonly type: 'settings'
  readonly settings: AppSettings
}

/** The history changed: in the first events of a stream, and anew with each change. */
export interface HistoryEvent {
  readonly type: 'history'
  /** Another number: lists of the history are to be read anew. */
  readonly revision: number
  /** Why the last send is not in it; null: it is. */
  readonly problem: DescribedProblem | null
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

/** What scripts set in this session (spec 4.5): in the first events of a stream, and anew with each change. */
export interface SessionValuesEvent {
  readonly type: 'sessionValues'
  readonly values: readonly ShownSessionValue[]
}

export interface ShownSessionValue {
  readonly name: string
  /** The beginning, where it is long. */
  readonly text: string
  readonly isCut: boolean
  readonly setBy: Pick<ScriptError, 'owner' | 'phase'> & { readonly requestName: string }
}

/** What the scripts of a send wrote with `console`; told only where the settings have it shown. */
export interface ConsoleEvent {
  readonly type: 'console'
  readonly requestName: string
  readonly lines: readonly ShownConsoleLine[]
}

export interface ShownConsoleLine {
  readonly level: string
  readonly text: string
}
