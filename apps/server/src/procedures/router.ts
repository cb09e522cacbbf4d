import { implement, ORPCError } from '@orpc/server'
import { type AppData, describeLocked, describeRecovery } from '@parley/appdata'
import { prepareCode } from '@parley/codegen'
import { type RequestContext, userAgent } from '@parley/engine'
import type { AppSettings, Result } from '@parley/model'
import { nodeSources } from '@parley/transport'
import type { WorkspaceFailure } from '@parley/workspace'
import type { AgentWatch } from '../agents/agent-watch.ts'
import type { BodyTexts } from '../bodies/body-texts.ts'
import type { ReceivedBodies } from '../bodies/received-bodies.ts'
import { type Created, contract, type Done, type UnsavedDrafts } from '../contract/index.ts'
import type { Exports } from '../exports/exports.ts'
import type { ResponseExamples } from '../exports/response-examples.ts'
import type { Imports } from '../imports/imports.ts'
import type { Backups } from '../library/backups.ts'
import type { Library } from '../library/library.ts'
import type { Workspaces } from '../library/workspaces.ts'
import type { LiveSessions } from '../live/live-sessions.ts'
import type { Network } from '../network/network.ts'
import type { PickedFiles } from '../picked-files/picked-files.ts'
import type { Runs } from '../runs/runs.ts'
import type { SchemaFiles } from '../schemas/schema-files.ts'
import type { Schemas } from '../schemas/schemas.ts'
import type { Scripting } from '../scripting.ts'
import type { SendHistory } from '../send-history.ts'
import type { SecretQuestions } from '../sends/secret-questions.ts'
import type { Sends } from '../sends/sends.ts'
import { unsavedInFiles } from '../tabs/unsaved-in-files.ts'
import type { WorkspaceTabs } from '../tabs/workspace-tabs.ts'
import type { Tickets } from '../tickets/tickets.ts'
import type { SignIns } from '../tokens/sign-ins.ts'
import type { Updates } from '../updates/updates.ts'
import type { Variables } from '../variables/variables.ts'
import { version } from '../version.ts'
import type { WindowEvents } from '../windows/window-events.ts'
import { agentProcedures } from './agent-procedures.ts'
import { type AssistantServices, assistantProcedures } from './assistant-procedures.ts'
import { authProcedures } from './auth-procedures.ts'
import { certificateProcedures } from './certificate-procedures.ts'
import { type DesktopServices, desktopProcedures } from './desktop-procedures.ts'
import { libraryCommandProcedures } from './library-command-procedures.ts'
import { liveProcedures } from './live-procedures.ts'
import { runProcedures } from './run-procedures.ts'
import { schemaProcedures } from './schema-procedures.ts'
import {
  foundOrThrow,
  notDone,
  unlockedOrThrow,
  valueOrNull,
  valueOrThrow,
  writtenOrThrow,
} from './value-or-throw.ts'
import { workspaceProcedures } from './workspace-procedures.ts'

export interface Services extends AssistantServices, DesktopServices {
  readonly agents: AgentWatch
  readonly library: Library
  readonly imports: Imports
  readonly exports: Exports
  readonly examples: ResponseExamples
  readonly runs: Runs
  readonly schemas: Schemas
  readonly schemaFiles: SchemaFiles
  readonly variables: Variables
  readonly windows: WindowEvents
  readonly sends: Sends
  readonly live: LiveSessions
  readonly secretQuestions: SecretQuestions
  readonly received: ReceivedBodies
  readonly bodyTexts: BodyTexts
  readonly tickets: Tickets
  readonly pickedFiles: PickedFiles
  readonly scripting: Scripting
  readonly history: SendHistory
  readonly tabs: WorkspaceTabs
  readonly workspaces: Workspaces
  readonly backups: Backups
  readonly appData: Pick<AppData, 'numbers' | 'recovery' | 'dismissRecovery'>
  readonly network: Network
  readonly signIns: SignIns
  /** Returns what a request in a collection or folder inherits, with the settings for sends from the page. */
  contextOf(parentId: string | null, drafts?: UnsavedDrafts): Promise<RequestContext>
  readonly demoBaseUrl: string | null
  readonly updates: Updates
  readonly updatesAddress: string | null
  /** The key of the app data. */
  readonly windowKey: string
  /** Notifies all windows of the current tree. */
  publishLibrary(): void
  /** Saves settings and notifies all windows. */
  writeSettings(settings: AppSettings): Promise<void>
}

const ticketPath = '/ticket/'

/**
 * Implements the contract's procedures with the services. Each procedure is a line or two, as the rules are
 * in the services.
 */
export function createRouter(services: Services) {
  const { library, windows, sends, bodyTexts, tickets, pickedFiles, scripting, network, demoBaseUrl } =
    services
  const {
    contextOf,
    imports,
    exports,
    history,
    appData,
    variables,
    tabs,
    publishLibrary,
    secretQuestions,
    received,
    updates,
    updatesAddress,
    windowKey,
  } = services
  const on = implement(contract)
  return on.router({
    session: {
      describe: on.session.describe.handler(() => ({
        version,
        userAgent,
        updatesAddress,
        windowKey,
        demoBaseUrl,
        recovery: appData.recovery === null ? null : describeRecovery(appData.recovery),
      })),
    },
    library: {
      readTree: on.library.readTree.handler(() => library.tree()),
      readTreeChanges: on.library.readTreeChanges.handler(({ input }) => library.treeChanges(input.since)),
      findByUrl: on.library.findByUrl.handler(({ input }) => library.findByUrl(input.text)),
      readRequestIfThere: on.library.readRequestIfThere.handler(async ({ input }) =>
        valueOrNull(await library.readRequest(input.id)),
      ),
      readRequest: on.library.readRequest.handler(async ({ input }) =>
        valueOrThrow(await library.readRequest(input.id)),
      ),
      saveRequest: on.library.saveRequest.handler(async ({ input: { id, request, baseVersion } }) => {
        const saved = await library.saveRequest(id, request, baseVersion)
        publishLibrary()
        return saved.ok ? saved.value : notDone(saved.failure)
      }),
      createRequest: on.library.createRequest.handler(async ({ input }) => {
        const made = await library.createRequest(input.parentId, input.request)
        publishLibrary()
        if (!made.ok) return notDone(made.failure)
        const { id, version } = made.value
        if (input.tabId !== undefined) await history.moveRuns(input.tabId, id)
        return { state: 'created', id, version }
      }),
      createFolder: on.library.createFolder.handler(async ({ input }) => {
        const made = await library.createFolder(input.parentId, input.name)
        publishLibrary()
        return created(made)
      }),
      createCollection: on.library.createCollection.handler(async ({ input }) => {
        const made = await library.createCollection(input.name)
        publishLibrary()
        return created(made)
      }),
      ...libraryCommandProcedures(library, publishLibrary),
    },
    tabs: {
      claim: on.tabs.claim.handler(({ input }) => {
        windows.begin(input.windowId, input.sequence)
        windows.giveUp(input.gone ?? [])
        return tabs.claim(input.windowId, input.after)
      }),
      save: on.tabs.save.handler(async ({ input: { workspaceFolder, isLast, ...ofWindow } }) => {
        const kept = await tabs.keep(workspaceFolder, ofWindow)
        if (isLast) windows.leave(ofWindow.windowId, ofWindow.sequence)
        return kept
      }),
      listUnsaved: on.tabs.listUnsaved.handler(async ({ input }) => {
        const entries = { folder: tabs.folder, pathOf: (id: string) => library.pathOf(id) }
        return { unsaved: unsavedInFiles(await tabs.unsaved(), input.paths, entries) }
      }),
    },
    workspaces: workspaceProcedures(services.workspaces, services.backups, (windowId, event) =>
      windows.publish(windowId, event),
    ),
    imports: {
      start: on.imports.start.handler(({ input: { windowId, importId, source } }) => {
        windows.expect(windowId)
        imports.start(windowId, importId, source)
        return {}
      }),
      write: on.imports.write.handler(({ input: { windowId, importId, ...options } }) => ({
        wasKnown: imports.write(windowId, importId, options),
      })),
      cancel: on.imports.cancel.handler(({ input: { windowId, importId } }) => ({
        wasKnown: imports.cancel(windowId, importId),
      })),
    },
    exports: {
      start: on.exports.start.handler(({ input: { windowId, exportId, source } }) => {
        windows.expect(windowId)
        exports.start(windowId, exportId, source)
        return {}
      }),
      mintTicket: on.exports.mintTicket.handler(({ input: { windowId, exportId } }) => {
        const { fileName, content } = foundOrThrow(exports.file(windowId, exportId), 'export')
        return { path: `${ticketPath}${tickets.mint({ purpose: 'file', fileName, content })}` }
      }),
    },
    runs: runProcedures(services.runs, windows),
    schemas: schemaProcedures(services, tickets, ticketPath),
    settings: {
      write: on.settings.write.handler(async ({ input }) => {
        await writtenOrThrow(services.writeSettings(input.settings))
        return {}
      }),
    },
    proxy: {
      setPassword: on.proxy.setPassword.handler(({ input }) => {
        network.setProxyPassword(input.password)
        return {}
      }),
      test: on.proxy.test.handler(({ input: { windowId, testId, proxy } }) => {
        void network.test(testId, proxy).then(event => windows.publish(windowId, event))
        return {}
      }),
    },
    variables: {
      list: on.variables.list.handler(({ input }) => library.variables(input.parentId, input.unsaved)),
      count: on.variables.count.handler(() => variables.count()),
      open: on.variables.open.handler(async ({ input }) => {
        const opened = await variables.open(input.place)
        return opened.ok ? { state: 'opened' as const, ...opened.value } : notDone(opened.failure)
      }),
      save: on.variables.save.handler(async ({ input: { place, variables: edited, baseVersion } }) => {
        const saved = await variables.save(place, edited, baseVersion)
        return saved.ok ? saved.value : notDone(saved.failure)
      }),
      findSecret: on.variables.findSecret.handler(({ input: { placeId, name } }) =>
        variables.findSecret(name, library.containersOf(placeId)),
      ),
      permissionsOfFiles: on.variables.permissionsOfFiles.handler(() => variables.permissionsOfFiles()),
      overridden: on.variables.overridden.handler(() => variables.overridden()),
      acknowledgeOverridden: on.variables.acknowledgeOverridden.handler(async () =>
        changed(await variables.acknowledgeOverridden()),
      ),
      setScriptAccess: on.variables.setScriptAccess.handler(async ({ input }) => {
        const set = await variables.setScriptAccess(input.secrets, input.isAllowed)
        // Open collections and folders follow the library.
        publishLibrary()
        return changed(set)
      }),
    },
    environments: {
      create: on.environments.create.handler(async ({ input }) =>
        created(await variables.create(input.name, input.variables)),
      ),
      rename: on.environments.rename.handler(async ({ input }) =>
        changed(await variables.rename(input.id, input.name)),
      ),
      duplicate: on.environments.duplicate.handler(async ({ input }) =>
        created(await variables.duplicate(input.id)),
      ),
      remove: on.environments.remove.handler(async ({ input }) => changed(await variables.remove(input.id))),
      activate: on.environments.activate.handler(async ({ input }) =>
        changed(await writtenOrThrow(variables.activate(input.id))),
      ),
    },
    assistant: assistantProcedures(services, windows),
    agents: agentProcedures(services.agents),
    auth: authProcedures(services),
    certificates: certificateProcedures(network.certificates),
    sessionValues: {
      remove: on.sessionValues.remove.handler(({ input }) => {
        scripting.removeSessionValue(input.name)
        return {}
      }),
      clear: on.sessionValues.clear.handler(() => {
        scripting.clearSessionValues()
        return {}
      }),
    },
    code: {
      prepare: on.code.prepare.handler(async ({ input }) => {
        const { request, parentId, unsaved, ...choices } = input
        return prepareCode(request, await contextOf(parentId, unsaved), nodeSources, {
          ...choices,
          fillsGaps: true,
        })
      }),
    },
    sends: {
      start: on.sends.start.handler(({ input }) => {
        const message = 'Parley is closing. Start it again.'
        if (!sends.start(input)) throw new ORPCError('SERVICE_UNAVAILABLE', { message })
        return { sendId: input.sendId }
      }),
      cancel: on.sends.cancel.handler(({ input }) => ({ wasRunning: sends.cancel(input.sendId) })),
      resume: on.sends.resume.handler(async ({ input }) =>
        unlockedOrThrow(await sends.resume(input.windowId, input.sendId)),
      ),
      readExample: on.sends.readExample.handler(({ input }) => services.examples.read(input.sendId)),
      release: on.sends.release.handler(async ({ input }) => ({
        wasKnown: await sends.release(input.sendId),
      })),
      allowSecret: on.sends.allowSecret.handler(({ input: { questionId, isAllowed } }) => ({
        wasOpen: secretQuestions.allow(questionId, isAllowed),
      })),
      giveSecrets: on.sends.giveSecrets.handler(({ input: { questionId, texts } }) => ({
        wasOpen: secretQuestions.give(questionId, texts),
      })),
    },
    live: liveProcedures(services.live),
    bodies: {
      readText: on.bodies.readText.handler(async ({ input }) => {
        const source = foundOrThrow(received.received(input.handle), 'response body')
        return foundOrThrow(await bodyTexts.read(input, source), 'response body')
      }),
      readRows: on.bodies.readRows.handler(async ({ input }) => {
        const source = foundOrThrow(received.received(input.handle), 'response body')
        return foundOrThrow(await bodyTexts.readRows(input, source), 'response body')
      }),
      readFoldStarts: on.bodies.readFoldStarts.handler(async ({ input }) => {
        const source = foundOrThrow(received.received(input.handle), 'response body')
        return foundOrThrow(await bodyTexts.readFoldStarts(input, source), 'response body')
      }),
      readFold: on.bodies.readFold.handler(({ input }) => {
        const source = foundOrThrow(received.received(input.handle), 'response body')
        return bodyTexts.readFold(input, source)
      }),
      find: on.bodies.find.handler(async ({ input }) => {
        const source = foundOrThrow(received.received(input.handle), 'response body')
        return foundOrThrow(await bodyTexts.find(input, source), 'response body')
      }),
      filter: on.bodies.filter.handler(async ({ input }) => {
        const source = foundOrThrow(received.received(input.handle), 'response body')
        return foundOrThrow(await bodyTexts.filter(input, source), 'response body')
      }),
      readTable: on.bodies.readTable.handler(async ({ input }) => {
        const source = foundOrThrow(received.received(input.handle), 'response body')
        return foundOrThrow(await bodyTexts.readTable(input, source), 'response body')
      }),
      readBytes: on.bodies.readBytes.handler(async ({ input }) => {
        foundOrThrow(received.received(input.handle), 'response body')
        return foundOrThrow(await bodyTexts.readBytes(input), 'response body')
      }),
      mintTicket: on.bodies.mintTicket.handler(({ input }) => {
        foundOrThrow(received.received(input.handle), 'response body')
        return { path: `${ticketPath}${tickets.mint(input)}` }
      }),
      openPlayback: on.bodies.openPlayback.handler(({ input }) => {
        foundOrThrow(received.received(input.handle), 'response body')
        windows.expect(input.windowId)
        return { path: `${ticketPath}${tickets.mint({ ...input, purpose: 'playback' })}` }
      }),
      closePlayback: on.bodies.closePlayback.handler(({ input }) => ({
        wasKnown: input.path.startsWith(ticketPath) && tickets.revoke(input.path.slice(ticketPath.length)),
      })),
    },
    history: {
      list: on.history.list.handler(async ({ input }) => {
        const page = await history.list(input)
        return page.ok
          ? { ...page.value, locked: null }
          : { entries: [], totalEntries: 0, locked: describeLocked(page.failure) }
      }),
      read: on.history.read.handler(async ({ input }) => {
        return foundOrThrow(unlockedOrThrow(await history.read(input.id)), 'history entry')
      }),
      remove: on.history.remove.handler(async ({ input }) => {
        await writtenOrThrow(history.remove(input.ids))
        return {}
      }),
      clear: on.history.clear.handler(async () => {
        await writtenOrThrow(history.clear())
        return {}
      }),
    },
    appData: {
      describe: on.appData.describe.handler(() => appData.numbers()),
      dismissRecovery: on.appData.dismissRecovery.handler(async () => {
        await writtenOrThrow(appData.dismissRecovery())
        return {}
      }),
    },
    files: {
      release: on.files.release.handler(async ({ input }) => ({
        wasKnown: await pickedFiles.release(input.windowId, input.filePath),
      })),
    },
    desktop: desktopProcedures(services),
    updates: {
      check: on.updates.check.handler(() => ({ isAsked: updates.check() })),
      cancel: on.updates.cancel.handler(() => {
        updates.cancel()
        return {}
      }),
    },
    events: {
      subscribe: on.events.subscribe.handler(({ input, signal }) => windows.subscribe(input.windows, signal)),
      leave: on.events.leave.handler(({ input }) => {
        windows.leave(input.windowId, input.sequence)
        return {}
      }),
    },
  })
}

function created(made: Result<string, WorkspaceFailure>): Created {
  return made.ok ? { state: 'created', id: made.value } : notDone(made.failure)
}

function changed(result: Result<unknown, WorkspaceFailure>): Done {
  return result.ok ? { state: 'done' } : notDone(result.failure)
}
