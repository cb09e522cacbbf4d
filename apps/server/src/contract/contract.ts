import { eventIterator, oc, type } from '@orpc/contract'
import type { PreparedCode } from '@parley/codegen'
import type {
  AppDataNumbers,
  AppSettings,
  HistoryEntry,
  ProxySettings,
  Result,
  SendFailure,
} from '@parley/model'
import { appSettingsSchema } from '@parley/model/schema'
import * as z from 'zod'
import { agentContract } from './agent-contract.ts'
import { assistantContract } from './assistant-contract.ts'
import { authContract } from './auth-contract.ts'
import { bodyContract } from './body-contract.ts'
import { certificatesContract } from './certificates-contract.ts'
import { entryName, id, inheritedPlace, request, sequence, windowId } from './contract-inputs.ts'
import { desktopContract } from './desktop-contract.ts'
import { exportContract } from './export-contract.ts'
import { importContract } from './import-contract.ts'
import type { LibraryChanges } from './library-changes.ts'
import { libraryCommands } from './library-commands.ts'
import { liveContract } from './live-contract.ts'
import { loadContract } from './load-contract.ts'
import type {
  Created,
  CreatedRequest,
  HistoryList,
  LibraryTree,
  OpenedRequest,
  SavedRequest,
  SessionDescription,
  TakenRow,
} from './messages.ts'
import { runContract } from './run-contract.ts'
import { schemaContract } from './schema-contract.ts'
import { sendContract } from './send-contract.ts'
import { tabContract } from './tab-contract.ts'
import { updatesContract } from './updates-contract.ts'
import { environmentContract, variableContract } from './variable-contract.ts'
import type { SettingsRevision, StreamItem } from './window-events.ts'
import { workspaces } from './workspaces.ts'

/** The names of what the page remembers of its looks. */
export const pageTextNames = ['layout', 'folded', 'favourites', 'palette'] as const

const settings: z.ZodType<AppSettings, AppSettings> = appSettingsSchema
const proxy: z.ZodType<ProxySettings, ProxySettings> = appSettingsSchema.shape.proxy
const followedWindow = z.strictObject({
  windowId,
  sequence,
  after: z.strictObject({ logId: z.uuid(), number: z.int().min(0) }).nullable(),
})

/**
 * The server's typed procedures. Each returns within 100 ms; what takes longer returns a handle and continues
 * over the event stream. Inputs are validated here; outputs are only typed.
 */
export const contract = {
  session: {
    describe: oc.output(type<SessionDescription>()),
    /** Remembers what a page keeps of its looks, for the next start. */
    remember: oc
      .input(z.strictObject({ name: z.enum(pageTextNames), text: z.string().max(300_000) }))
      .output(type<Record<string, never>>()),
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
    /** Returns the IDs of requests whose URL contains a text, whatever its case. */
    findByUrl: oc
      .input(z.strictObject({ text: z.string().min(1).max(1000) }))
      .output(type<readonly string[]>()),
    readRequest: oc.input(z.strictObject({ id })).output(type<OpenedRequest>()),
    /** Reads a request that may be moved or deleted at the same time: null if it cannot be read right now. */
    readRequestIfThere: oc.input(z.strictObject({ id })).output(type<OpenedRequest | null>()),
    /** Saves a request if its file still has the version that the change is based on. */
    saveRequest: oc
      .input(z.strictObject({ id, request, baseVersion: z.string().max(200) }))
      .output(type<SavedRequest>()),
    /** Creates a request. The history of its unsaved tab moves to it (behaviour 2.4). */
    createRequest: oc
      .input(z.strictObject({ parentId: id, request, tabId: id.optional() }))
      .output(type<CreatedRequest>()),
    createFolder: oc.input(z.strictObject({ parentId: id, name: entryName })).output(type<Created>()),
    createCollection: oc.input(z.strictObject({ name: entryName })).output(type<Created>()),
    ...libraryCommands,
  },
  workspaces,
  tabs: tabContract,
  imports: importContract,
  exports: exportContract,
  runs: runContract,
  loads: loadContract,
  schemas: schemaContract,
  settings: {
    /** Replaces all settings and notifies every window. */
    write: oc.input(z.strictObject({ settings })).output(type<SettingsRevision>()),
  },
  proxy: {
    /** Sets the password for this session only; it is written to no file (behaviour 5.4). */
    setPassword: oc
      .input(z.strictObject({ password: z.string().max(10_000) }))
      .output(type<Record<string, never>>()),
    /** Tests a proxy and notifies the window of the outcome. */
    test: oc
      .input(z.strictObject({ windowId, testId: z.uuid(), proxy }))
      .output(type<Record<string, never>>()),
  },
  assistant: assistantContract,
  agents: agentContract,
  variables: variableContract,
  environments: environmentContract,
  auth: authContract,
  certificates: certificatesContract,
  sessionValues: {
    /** Sets the values of the data row that a result of a run was sent with, and notifies every window. */
    set: oc.input(z.strictObject({ runId: z.uuid(), index: z.int().min(0) })).output(type<TakenRow>()),
    /** Takes back a set, but for values that were set or removed since. */
    undoSet: oc.input(z.strictObject({ setId: z.uuid() })).output(type<{ readonly wasKnown: boolean }>()),
    /** Removes a value, and notifies every window. */
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
          ...inheritedPlace,
          request,
          includesAuth: z.boolean(),
          fillsVariables: z.boolean(),
        }),
      )
      .output(type<Result<PreparedCode, SendFailure>>()),
  },
  sends: sendContract,
  live: liveContract,
  bodies: bodyContract,
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
  desktop: desktopContract,
  updates: updatesContract,
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
