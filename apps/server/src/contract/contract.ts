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
import { liveContract } from './live-contract.ts'
import type {
  ClaimedTabs,
  Created,
  CreatedRequest,
  EditedVariable,
  HistoryList,
  LibraryTree,
  OpenedRequest,
  ReadVariables,
  ResumedSend,
  SavedRequest,
  SavedVariables,
  ScopedSecret,
  ScopedVariable,
  SessionDescription,
  TabsSaved,
  Ticket,
  VariablesPlace,
} from './messages.ts'
import { runContract } from './run-contract.ts'
import { schemaContract } from './schema-contract.ts'
import type { StreamItem } from './window-events.ts'
import { workspaces } from './workspaces.ts'

/**
 * The schema checks a request; its type is `HttpRequest`, whose lists are read-only, unlike those of a
 * schema.
 */
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
const secretOfPlace: z.ZodType<ScopedSecret, ScopedSecret> = z.strictObject({
  place: variablesPlace,
  name: z.string().max(100_000),
})
/** A random ID, chosen by the page, so that a send can be cancelled before its start has returned. */
const sendId = z.uuid()
/** A random ID, chosen by the page once for each window. */
const windowId = z.uuid()
/**
 * Counts the calls of a window about itself, across its reloads; a call with a lower number is out of date.
 */
const sequence = z.int().min(0)

const reportedTab = z.strictObject({
  tabId: id,
  requestId: id.nullable(),
  view: z.string().max(2000),
  draft: z.discriminatedUnion('state', [
    z.strictObject({ state: z.literal('none') }),
    z.strictObject({ state: z.literal('unchanged') }),
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

/**
 * A body and how to read it. `auto`: the format that the response names, otherwise the one that its beginning
 * suggests.
 */
const bodyView = {
  handle: id,
  view: z.enum(['pretty', 'raw']),
  format: z.enum(['auto', 'json', 'xml', 'html', 'javascript', 'css', 'yaml', 'text']).default('auto'),
  /** A JSONPath that selects what is shown of a JSON body; empty: everything. */
  filter: bodyFilter.default(''),
}

/**
 * The server's typed procedures. Each returns within 100 ms; what takes longer returns a handle and continues
 * over the event stream. Inputs are validated here; outputs are only typed.
 */
export const contract = {
  session: {
    describe: oc.output(type<SessionDescription>()),
  },
  library: {
    readTree: oc.output(type<LibraryTree>()),
    /**
     * Returns what changed since a tree that the window has; null if that tree is too old, and the window
     * must read the whole tree.
     */
    readTreeChanges: oc
      .input(z.strictObject({ since: z.string().max(100) }))
      .output(type<LibraryChanges | null>()),
    readRequest: oc.input(z.strictObject({ id })).output(type<OpenedRequest>()),
    /** Reads a request that may be moved or deleted at the same time: null if it cannot be read right now. */
    readRequestIfThere: oc.input(z.strictObject({ id })).output(type<OpenedRequest | null>()),
    /** Saves a request if its file still has the version that the change is based on. */
    saveRequest: oc
      .input(z.strictObject({ id, request, baseVersion: z.string().max(200) }))
      .output(type<SavedRequest>()),
    /** Creates a request. The history of its unsaved tab moves to it (spec 2.4). */
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
     * Called when a page has loaded in a window. Returns the open tabs that no other window shows; they
     * belong to the window from then on. `after`: the sequence number of the tabs that the window's previous
     * page sent when it closed.
     */
    claim: oc
      .input(z.strictObject({ windowId, sequence, after: sequence.nullable() }))
      .output(type<ClaimedTabs & { readonly workspaceFolder: string }>()),
    /**
     * Saves all tabs of a window, with the unsaved work that changed; `isLast`: the window closes or reloads.
     */
    save: oc
      .input(
        z.strictObject({
          windowId,
          sequence,
          isLast: z.boolean(),
          workspaceFolder: z.string().max(4096),
          tabs: z.array(reportedTab).max(10_000),
          activeTabId: id.nullable(),
        }),
      )
      .output(type<TabsSaved>()),
  },
  imports: importContract,
  exports: exportContract,
  runs: runContract,
  schemas: schemaContract,
  settings: {
    /** Replaces all settings and notifies every window. */
    write: oc.input(z.strictObject({ settings })).output(type<Record<string, never>>()),
  },
  proxy: {
    /** Sets the password for this session only; it is written to no file (spec 5.4). */
    setPassword: oc
      .input(z.strictObject({ password: z.string().max(10_000) }))
      .output(type<Record<string, never>>()),
    /** Tests a proxy and notifies the window of the outcome. */
    test: oc
      .input(z.strictObject({ windowId, testId: z.uuid(), proxy }))
      .output(type<Record<string, never>>()),
  },
  variables: {
    /**
     * Returns the variables that `{{name}}` may refer to in a request below `parentId`, narrowest scope
     * first.
     */
    list: oc.input(z.strictObject({ parentId: id.nullable() })).output(type<readonly ScopedVariable[]>()),
    /** Returns variables to edit, with the values of the secrets among them. */
    open: oc.input(z.strictObject({ place: variablesPlace })).output(type<ReadVariables>()),
    /**
     * Saves variables if their file still has the version that the change is based on, and notifies every
     * window.
     */
    save: oc
      .input(
        z.strictObject({
          place: variablesPlace,
          variables: editedVariables,
          baseVersion: z.string().max(200).nullable(),
        }),
      )
      .output(type<SavedVariables>()),
    /**
     * Returns secrets that an older Parley allowed to scripts in a file, until the user decides about them.
     * Such permissions in files have no effect.
     */
    permissionsOfFiles: oc.output(type<readonly ScopedSecret[]>()),
    /** Allows scripts to read secrets on this device, or forbids it (spec 5.3.3). */
    setScriptAccess: oc
      .input(z.strictObject({ secrets: z.array(secretOfPlace).max(10_000), isAllowed: z.boolean() }))
      .output(type<Done>()),
  },
  environments: {
    /** Creates an environment of the workspace with these variables. */
    create: oc.input(z.strictObject({ name: entryName, variables: editedVariables })).output(type<Created>()),
    rename: oc.input(z.strictObject({ id, name: entryName })).output(type<Done>()),
    /** Creates a copy next to the original, with the values of its secrets. */
    duplicate: oc.input(z.strictObject({ id })).output(type<Created>()),
    /** Moves an environment to the trash, from which it can be restored for 7 days. */
    remove: oc.input(z.strictObject({ id })).output(type<Done>()),
    /** Sets the environment that sends of this workspace use from now on, in every window; null: none. */
    activate: oc.input(z.strictObject({ id: id.nullable() })).output(type<Done>()),
  },
  auth: authContract,
  certificates: certificatesContract,
  sessionValues: {
    /** Removes a value that a script set, and notifies every window. */
    remove: oc.input(z.strictObject({ name: z.string().max(10_000) })).output(type<Record<string, never>>()),
    clear: oc.output(type<Record<string, never>>()),
  },
  code: {
    /**
     * Prepares a request for code generation in any language, with what it inherits below `parentId`. Fails
     * if a send would fail.
     */
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
    /** Starts a send and reports its progress on the event stream. A repeated call starts nothing. */
    start: oc
      .input(
        z.strictObject({
          windowId,
          sendId,
          /** The request ID that scripts see. */
          requestId: id,
          parentId: id.nullable(),
          request,
        }),
      )
      .output(type<{ readonly sendId: string }>()),
    /** Aborts a send within 100 ms. Returns false if it had already ended. */
    cancel: oc.input(z.strictObject({ sendId })).output(type<{ readonly wasRunning: boolean }>()),
    /** Shows a send again in a tab that showed it before its window was reloaded. */
    resume: oc.input(z.strictObject({ windowId, sendId })).output(type<ResumedSend>()),
    /** Cancels a send and deletes its response body, because its tab was closed or sends again. */
    release: oc.input(z.strictObject({ sendId })).output(type<{ readonly wasKnown: boolean }>()),
    /** Answers a {@link SecretQuestion}. The send that asked continues, or ends without being sent. */
    allowSecret: oc
      .input(z.strictObject({ questionId: z.uuid(), isAllowed: z.boolean() }))
      .output(type<{ readonly wasOpen: boolean }>()),
    /**
     * Answers a question for values: one for each secret, in the order of the question; null ends the send
     * before anything is sent.
     */
    giveSecrets: oc
      .input(
        z.strictObject({
          questionId: z.uuid(),
          texts: z.array(z.string().max(1_000_000)).max(1000).nullable(),
        }),
      )
      .output(type<{ readonly wasOpen: boolean }>()),
  },
  live: liveContract,
  bodies: {
    /** Returns a piece of a response body as text, cut between characters. */
    readText: oc
      .input(
        z.strictObject({
          ...bodyView,
          /** A byte offset in the view that an earlier result returned. */
          offset: z.int().min(0),
          maxBytes: z.int().min(1).max(1_048_576),
        }),
      )
      .output(type<BodyText>()),
    /** Returns rows of a body as text: its lines, with long ones cut. */
    readRows: oc
      .input(
        z.strictObject({
          ...bodyView,
          firstRow: z.int().min(0),
          maxRows: z.int().min(1).max(5000),
        }),
      )
      .output(type<BodyRows>()),
    /** Returns which rows of a formatted body of JSON or XML can be folded. */
    readFoldStarts: oc
      .input(
        z.strictObject({
          ...bodyView,
          firstRow: z.int().min(0),
          maxRows: z.int().min(1).max(1000),
        }),
      )
      .output(type<BodyFoldStarts>()),
    /** Returns what folds at a row; null if nothing does. */
    readFold: oc.input(z.strictObject({ ...bodyView, row: z.int().min(0) })).output(type<BodyFold | null>()),
    /** Searches a whole body for a text, and returns the position of the match with a 0-based number. */
    find: oc
      .input(
        z.strictObject({
          ...bodyView,
          text: z.string().min(1).max(1000),
          ordinal: z.int().min(0),
        }),
      )
      .output(type<BodyMatches>()),
    /** Filters a JSON body and returns the outcome. */
    filter: oc
      .input(z.strictObject({ ...bodyView, filter: bodyFilter.min(1) }))
      .output(type<BodyFilterState>()),
    /**
     * Returns rows of a value of a JSON body as a table: of its root, or of a value that a cell refers to.
     */
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
    /** Returns bytes of a response body, for the hex view. */
    readBytes: oc
      .input(z.strictObject({ handle: id, offset: z.int().min(0), maxBytes: z.int().min(1).max(262_144) }))
      .output(type<BodyBytes>()),
    /** Returns a single-use address, valid for 30 s, from which the browser can load the body. */
    mintTicket: oc
      .input(z.strictObject({ handle: id, purpose: z.enum(['download', 'preview']) }))
      .output(type<Ticket>()),
    /**
     * Returns an address from which a player of the window can load a film or sound by range. The first range
     * must be read within 30 s; the address then lasts until `closePlayback`, or until the window or the body
     * is gone.
     */
    openPlayback: oc.input(z.strictObject({ windowId, handle: id })).output(type<Ticket>()),
    /** Revokes an address that `openPlayback` returned. */
    closePlayback: oc
      .input(z.strictObject({ path: z.string().max(128) }))
      .output(type<{ readonly wasKnown: boolean }>()),
  },
  history: {
    /**
     * Returns a page of the history, newest first: sends whose method or URL contains the text, or the sends
     * of one request.
     */
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
    /** Returns the whole entry. From then on its body can be read like that of a send. */
    read: oc.input(z.strictObject({ id })).output(type<HistoryEntry>()),
    /** Deletes entries with their bodies, and notifies every window. */
    remove: oc
      .input(z.strictObject({ ids: z.array(id).min(1).max(1000) }))
      .output(type<Record<string, never>>()),
    clear: oc.output(type<Record<string, never>>()),
  },
  appData: {
    /** Returns where data is stored and how large it is (Settings → Data and backups). */
    describe: oc.output(type<AppDataNumbers>()),
    /** Dismisses the report on how a damaged database was repaired. */
    dismissRecovery: oc.output(type<Record<string, never>>()),
  },
  files: {
    /** Deletes a picked file that no draft of the window uses any more. */
    release: oc
      .input(z.strictObject({ windowId, filePath: z.string().max(4096) }))
      .output(type<{ readonly wasKnown: boolean }>()),
  },
  events: {
    /**
     * Opens the event stream of a browser, for all its windows; a window that another stream carries moves to
     * this one. The events of a window begin after `after`, or with the current state.
     */
    subscribe: oc
      .input(z.strictObject({ windows: z.array(followedWindow).min(1).max(1000) }))
      .output(eventIterator(type<StreamItem>())),
    /** Closes a window: the next window may take its tabs. Ignored if the window has joined again since. */
    leave: oc.input(z.strictObject({ windowId, sequence })).output(type<Record<string, never>>()),
  },
}
