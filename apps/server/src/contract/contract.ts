import { eventIterator, oc, type } from '@orpc/contract'
import type { PreparedCode } from '@parley/codegen'
import type {
  AppDataNumbers,
  AppSettings,
  HistoryEntry,
  HttpRequest,
  ProxySettings,
  Result,
  SendFailure,
} from '@parley/model'
import { appSettingsSchema, httpRequestSchema, variableSchema } from '@parley/model/schema'
import * as z from 'zod'
import { authContract } from './auth-contract.ts'
import type {
  BodyBytes,
  BodyFilterState,
  BodyFold,
  BodyFoldStarts,
  BodyMatches,
  BodyRows,
  BodyTable,
  BodyText,
} from './body-messages.ts'
import { certificatesContract } from './certificates-contract.ts'
import { exportContract } from './export-contract.ts'
import { importContract } from './import-contract.ts'
import type { LibraryChanges } from './library-changes.ts'
import { libraryCommands } from './library-commands.ts'
import type { Done } from './library-messages.ts'
import type {
  ClaimedTabs,
  Created,
  CreatedRequest,
  EditedVariable,
  HistoryList,
  LibraryTree,
  OpenedRequest,
  ReadVariables,
  SavedRequest,
  SavedVariables,
  ScopedVariable,
  SecretOfPlace,
  SessionDescription,
  TabsKept,
  TakenUpSend,
  Ticket,
  VariablesPlace,
} from './messages.ts'
import { runContract } from './run-contract.ts'
import type { StreamItem } from './window-events.ts'
import { workspaces } from './workspaces.ts'

/** The schema checks; the noun is the type, as its lists are read only and those of a schema are not. */
const request: z.ZodType<HttpRequest, HttpRequest> = httpRequestSchema
const settings: z.ZodType<AppSettings, AppSettings> = appSettingsSchema
const proxy: z.ZodType<ProxySettings, ProxySettings> = appSettingsSchema.shape.proxy
const id = z.string().min(1).max(128)
const entryName = z.string().min(1).max(1000)
const editedVariable: z.ZodType<EditedVariable, EditedVariable> = z.strictObject({
  variable: variableSchema,
  secretValue: z.string().nullable(),
})
const editedVariables = z.array(editedVariable).max(100_000)
const variablesPlace: z.ZodType<VariablesPlace, VariablesPlace> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('environment'), id }),
  z.strictObject({ kind: z.literal('workspace') }),
  z.strictObject({ kind: z.literal('global') }),
])
const secretOfPlace: z.ZodType<SecretOfPlace, SecretOfPlace> = z.strictObject({
  place: variablesPlace,
  name: z.string().max(100_000),
})
/** Random, chosen by the page, so that a send can be cancelled before its start has returned. */
const sendId = z.uuid()
/** Random, chosen by the page once for each window. */
const windowId = z.uuid()
/** Counts what a window says of itself, over all its reloads; what comes with a lower one is out of date. */
const sequence = z.int().min(0)

const keptTab = z.strictObject({
  tabId: id,
  requestId: id.nullable(),
  view: z.string().max(2000),
  draft: z.discriminatedUnion('state', [
    z.strictObject({ state: z.literal('none') }),
    z.strictObject({ state: z.literal('kept') }),
    z.strictObject({ state: z.literal('changed'), content: z.string() }),
  ]),
})

const followedWindow = z.strictObject({
  windowId,
  sequence,
  after: z.strictObject({ logId: z.uuid(), number: z.int().min(0) }).nullable(),
})

/** A JSONPath (RFC 9535). */
const bodyFilter = z.string().trim().max(1000)

/** A body and how it is read. `auto`: as the response says, else as its beginning looks. */
const bodyView = {
  handle: id,
  view: z.enum(['pretty', 'raw']),
  format: z.enum(['auto', 'json', 'xml', 'html', 'javascript', 'css', 'yaml', 'text']).default('auto'),
  /** Of a JSON body: only what this JSONPath matches; empty: all of it. */
  filter: bodyFilter.default(''),
}

/**
 * The server's typed procedures. Each returns within 100 ms: what takes longer answers with a
 * handle and goes on over the event stream. Inputs are checked here; outputs are
 * typed only.
 */
export const contract = {
  session: {
    describe: oc.output(type<SessionDescription>()),
  },
  library: {
    readTree: oc.output(type<LibraryTree>()),
    /** What is new since a tree that the window has; null where that one is too old, and is to be read whole. */
    readTreeChanges: oc
      .input(z.strictObject({ since: z.string().max(100) }))
      .output(type<LibraryChanges | null>()),
    readRequest: oc.input(z.strictObject({ id })).output(type<OpenedRequest>()),
    /** For a look at what may be on the move: null where it cannot be read right now. */
    readRequestIfThere: oc.input(z.strictObject({ id })).output(type<OpenedRequest | null>()),
    /** Over the version that it is based on. */
    saveRequest: oc
      .input(z.strictObject({ id, request, baseVersion: z.string().max(200) }))
      .output(type<SavedRequest>()),
    /** The runs that were kept under the id of its unsaved tab go with it (spec 2.4). */
    createRequest: oc
      .input(z.strictObject({ parentId: id, request, tabId: id.optional() }))
      .output(type<CreatedRequest>()),
    createFolder: oc.input(z.strictObject({ parentId: id, name: entryName })).output(type<Created>()),
    createCollection: oc.input(z.strictObject({ name: entryName })).output(type<Created>()),
    ...libraryCommands,
  },
  workspaces,
  tabs: {
    /**
     * A page has loaded in a window. The tabs that were open and that no other window shows; they are the
     * window's from then on. `after`: the sequence number of the tabs that the page before it sent when it closed.
     */
    claim: oc
      .input(z.strictObject({ windowId, sequence, after: sequence.nullable() }))
      .output(type<ClaimedTabs & { readonly workspaceFolder: string }>()),
    /** All tabs of a window, with the unsaved work that changed; `isLast`: the window closes or loads again. */
    keep: oc
      .input(
        z.strictObject({
          windowId,
          sequence,
          isLast: z.boolean(),
          workspaceFolder: z.string().max(4096),
          tabs: z.array(keptTab).max(10_000),
          activeTabId: id.nullable(),
        }),
      )
      .output(type<TabsKept>()),
  },
  imports: importContract,
  exports: exportContract,
  runs: runContract,
  settings: {
    /** Takes the place of all settings; every window is told. */
    write: oc.input(z.strictObject({ settings })).output(type<Record<string, never>>()),
  },
  proxy: {
    /** Kept for this session only; in no file (spec 5.4). */
    setPassword: oc
      .input(z.strictObject({ password: z.string().max(10_000) }))
      .output(type<Record<string, never>>()),
    /** Checks a proxy; the window is told of the outcome. */
    test: oc
      .input(z.strictObject({ windowId, testId: z.uuid(), proxy }))
      .output(type<Record<string, never>>()),
  },
  variables: {
    /** What `{{name}}` may refer to in a request below `parentId`, narrowest scope first. */
    list: oc.input(z.strictObject({ parentId: id.nullable() })).output(type<readonly ScopedVariable[]>()),
    /** To edit, with the values of its secrets. */
    open: oc.input(z.strictObject({ place: variablesPlace })).output(type<ReadVariables>()),
    /** Over the version that they are based on; every window is told. */
    save: oc
      .input(
        z.strictObject({
          place: variablesPlace,
          variables: editedVariables,
          baseVersion: z.string().max(200).nullable(),
        }),
      )
      .output(type<SavedVariables>()),
    /** Secrets that an older Parley allowed to scripts in a file, which is not obeyed, until the user decides. */
    permissionsOfFiles: oc.output(type<readonly SecretOfPlace[]>()),
    /** Lets scripts read secrets on this device, or withholds them (spec 5.3.3). */
    setScriptAccess: oc
      .input(z.strictObject({ secrets: z.array(secretOfPlace).max(10_000), isAllowed: z.boolean() }))
      .output(type<Done>()),
  },
  environments: {
    /** A new environment of the workspace, with these variables. */
    create: oc.input(z.strictObject({ name: entryName, variables: editedVariables })).output(type<Created>()),
    rename: oc.input(z.strictObject({ id, name: entryName })).output(type<Done>()),
    /** A copy beside it, with the values of its secrets. */
    duplicate: oc.input(z.strictObject({ id })).output(type<Created>()),
    /** To the trash, from which it comes back for 7 days. */
    remove: oc.input(z.strictObject({ id })).output(type<Done>()),
    /** The one whose variables sends of this workspace use from now on, in every window; null: none. */
    activate: oc.input(z.strictObject({ id: id.nullable() })).output(type<Done>()),
  },
  auth: authContract,
  certificates: certificatesContract,
  sessionValues: {
    /** Gives up a value that a script set; every window is told. */
    remove: oc.input(z.strictObject({ name: z.string().max(10_000) })).output(type<Record<string, never>>()),
    clear: oc.output(type<Record<string, never>>()),
  },
  code: {
    /** A request prepared for any target, with what it inherits below `parentId`; it fails where a send would. */
    prepare: oc
      .input(
        z.strictObject({
          parentId: id.nullable(),
          request,
          includesAuth: z.boolean(),
          fillsVariables: z.boolean(),
        }),
      )
      .output(type<Result<PreparedCode, SendFailure>>()),
  },
  sends: {
    /** Begins a send; its progress arrives on the event stream. A call that is repeated begins nothing. */
    start: oc
      .input(
        z.strictObject({
          windowId,
          sendId,
          /** What scripts get as the id of the request. */
          requestId: id,
          parentId: id.nullable(),
          request,
        }),
      )
      .output(type<{ readonly sendId: string }>()),
    /** Aborts within 100 ms. False where the send had ended before. */
    cancel: oc.input(z.strictObject({ sendId })).output(type<{ readonly wasRunning: boolean }>()),
    /** A tab that showed a send before its window was loaded shows it again. */
    takeUp: oc.input(z.strictObject({ windowId, sendId })).output(type<TakenUpSend>()),
    /** Cancels, and gives up the response body: its tab was closed or sends anew. */
    release: oc.input(z.strictObject({ sendId })).output(type<{ readonly wasKnown: boolean }>()),
    /** Answers a question of {@link SecretQuestion}; the send that asked goes on, or ends without being sent. */
    allowSecret: oc
      .input(z.strictObject({ questionId: z.uuid(), isAllowed: z.boolean() }))
      .output(type<{ readonly wasOpen: boolean }>()),
    /** The same for values: one for each secret, in their order; null: the send ends without being sent. */
    giveSecrets: oc
      .input(
        z.strictObject({
          questionId: z.uuid(),
          texts: z.array(z.string().max(1_000_000)).max(1000).nullable(),
        }),
      )
      .output(type<{ readonly wasOpen: boolean }>()),
  },
  bodies: {
    /** A piece of a response body as text, cut between characters. */
    readText: oc
      .input(
        z.strictObject({
          ...bodyView,
          /** Byte offset into the view; one that an earlier answer named. */
          offset: z.int().min(0),
          maxBytes: z.int().min(1).max(1_048_576),
        }),
      )
      .output(type<BodyText>()),
    /** Rows of a body as text: its lines, the long ones cut. */
    readRows: oc
      .input(
        z.strictObject({
          ...bodyView,
          firstRow: z.int().min(0),
          maxRows: z.int().min(1).max(5000),
        }),
      )
      .output(type<BodyRows>()),
    /** Which rows of a laid-out body of JSON or XML can be folded. */
    readFoldStarts: oc
      .input(
        z.strictObject({
          ...bodyView,
          firstRow: z.int().min(0),
          maxRows: z.int().min(1).max(1000),
        }),
      )
      .output(type<BodyFoldStarts>()),
    /** What folds at a row; null where nothing does. */
    readFold: oc.input(z.strictObject({ ...bodyView, row: z.int().min(0) })).output(type<BodyFold | null>()),
    /** Finds a text in a whole body, and the place of the match of a number, from 0. */
    find: oc
      .input(
        z.strictObject({
          ...bodyView,
          text: z.string().min(1).max(1000),
          ordinal: z.int().min(0),
        }),
      )
      .output(type<BodyMatches>()),
    /** Applies a filter to a body of JSON, and tells what it brought. */
    filter: oc
      .input(z.strictObject({ ...bodyView, filter: bodyFilter.min(1) }))
      .output(type<BodyFilterState>()),
    /** Rows of a value of a JSON body as a table: of its root, or of what a cell named. */
    readTable: oc
      .input(
        z.strictObject({
          handle: id,
          at: z.int().min(0),
          firstRow: z.int().min(0),
          maxRows: z.int().min(1).max(500),
        }),
      )
      .output(type<BodyTable>()),
    /** Bytes of a response body, for the hex view. */
    readBytes: oc
      .input(z.strictObject({ handle: id, offset: z.int().min(0), maxBytes: z.int().min(1).max(262_144) }))
      .output(type<BodyBytes>()),
    /** A single-use address, valid for 30 s, under which the browser itself may load the body. */
    mintTicket: oc
      .input(z.strictObject({ handle: id, purpose: z.enum(['download', 'preview']) }))
      .output(type<Ticket>()),
    /**
     * An address under which a player of the window may load a film or sound range by range, first within
     * 30 s, then until `closePlayback`, or until the window or the body is gone.
     */
    openPlayback: oc.input(z.strictObject({ windowId, handle: id })).output(type<Ticket>()),
    /** Gives up an address that `openPlayback` named. */
    closePlayback: oc
      .input(z.strictObject({ path: z.string().max(128) }))
      .output(type<{ readonly wasKnown: boolean }>()),
  },
  history: {
    /** A page of the last sends, newest first: those whose method or URL holds the text, or the runs of one request. */
    list: oc
      .input(
        z.strictObject({
          search: z.string().max(1000).default(''),
          requestId: id.nullable().default(null),
          offset: z.int().min(0).default(0),
          limit: z.int().min(1).max(100).default(100),
        }),
      )
      .output(type<HistoryList>()),
    /** The whole entry. From then on its body can be read like that of a send. */
    read: oc.input(z.strictObject({ id })).output(type<HistoryEntry>()),
    /** Deletes entries with their bodies; every window is told. */
    remove: oc
      .input(z.strictObject({ ids: z.array(id).min(1).max(1000) }))
      .output(type<Record<string, never>>()),
    clear: oc.output(type<Record<string, never>>()),
  },
  appData: {
    /** Where things are kept, and what they come to (Settings → Data and backups). */
    describe: oc.output(type<AppDataNumbers>()),
    /** The user has seen how a damaged database was repaired. */
    dismissRecovery: oc.output(type<Record<string, never>>()),
  },
  files: {
    /** Gives up a picked file that no draft of the window names any more. */
    release: oc
      .input(z.strictObject({ windowId, filePath: z.string().max(4096) }))
      .output(type<{ readonly wasKnown: boolean }>()),
  },
  events: {
    /**
     * The one stream of a browser, for all its windows; a window that is in another stream moves to this one.
     * The events of a window begin after `after`, else with the present state.
     */
    subscribe: oc
      .input(z.strictObject({ windows: z.array(followedWindow).min(1).max(1000) }))
      .output(eventIterator(type<StreamItem>())),
    /** A window is closed: its tabs are free for the next one. Ignored if it has joined again since. */
    leave: oc.input(z.strictObject({ windowId, sequence })).output(type<Record<string, never>>()),
  },
}
