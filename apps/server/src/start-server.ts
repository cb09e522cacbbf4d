import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import {
  AppData,
  type DescribedRecovery,
  describeRecovery,
  fileSecrets,
  type Keychain,
  openActiveEnvironments,
  openFileBodyStore,
  openSettingsFile,
  sweepLeftovers,
} from '@parley/appdata'
import { nodeFiles, privateFiles } from '@parley/files'
import type { AppSettings } from '@parley/model'
import { createTransport, nodeHostNames, refuseOwnPorts } from '@parley/transport'
import { Globals } from '@parley/workspace'
import { publicPaths } from './access/access-rules.ts'
import { createGuardedServer, type ServerLimits } from './access/guarded-server.ts'
import { BodyTexts } from './bodies/body-texts.ts'
import { dynamicSources } from './dynamic-sources.ts'
import { Exports } from './exports/exports.ts'
import { SendHistory } from './history/send-history.ts'
import { Imports } from './imports/imports.ts'
import { Backups } from './library/backups.ts'
import { Library } from './library/library.ts'
import { openFirstWorkspace } from './library/open-first-workspace.ts'
import { RecentWorkspaces } from './library/recent-workspaces.ts'
import { Workspaces } from './library/workspaces.ts'
import { logFault } from './log-fault.ts'
import { Network } from './network/network.ts'
import { openSignIn } from './opening/open-sign-in.ts'
import { readPageFiles } from './page/page-files.ts'
import { PickedFiles } from './picked-files/picked-files.ts'
import { createRoutes } from './routes.ts'
import { Runs } from './runs/runs.ts'
import { Scripting } from './scripting/scripting.ts'
import { sendSettingsOf } from './sends/send-settings-of.ts'
import { type HostPorts, Sends } from './sends/sends.ts'
import { StartError } from './start-error.ts'
import { KeptTabs } from './tabs/kept-tabs.ts'
import { WorkspaceTabs } from './tabs/workspace-tabs.ts'
import { Tickets } from './tickets/tickets.ts'
import { KeptTokens } from './tokens/kept-tokens.ts'
import { SignIns } from './tokens/sign-ins.ts'
import { Variables } from './variables/variables.ts'
import { WindowEvents } from './windows/window-events.ts'

export interface ServerOptions {
  /** 0: one that is free. */
  readonly port: number
  /** The built page. */
  readonly pageFolder: string
  readonly appDataFolder: string
  /** Address of a running demo API, or null. */
  readonly demoBaseUrl: string | null
  readonly onPageLoaded?: () => void
  /** The folder of the workspace; one of the app data with the sample where absent. */
  readonly workspaceFolder?: string
  /** In place of the system's keychain; one that is null is not used. */
  readonly keychain?: () => Promise<Keychain | null>
  /** In place of the user's browser, for sign-ins; false where it cannot be opened. */
  readonly openSignIn?: (url: string) => boolean
  readonly limits?: ServerLimits
  /** How long the sends of a window outlive its event stream; a minute by default. */
  readonly windowGraceMs?: number
  /** How long the tabs of a window that lost its event stream wait for it to come back. */
  readonly windowDoubtMs?: number
}

export interface RunningServer {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string
  /** New for each start; the page and every program that calls the server must have it. */
  readonly token: string
  /** The address that opens the page, with the token where no log and no server sees it. */
  readonly address: string
  /** How a damaged database of the app data was repaired at this start; null: it was whole. */
  readonly recovery: DescribedRecovery | null
  /** Every route there is, for the audit that tries each of them. */
  readonly routes: readonly { readonly method: string; readonly path: string }[]
  close(): Promise<void>
}

/** Starts the server on 127.0.0.1 alone. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const page = readPageFiles(options.pageFolder)
  const windows = new WindowEvents({ graceMs: options.windowGraceMs, doubtMs: options.windowDoubtMs })
  sweepLeftovers(options.appDataFolder)
  const appData = await openAppData(options)
  const bodies = await openFileBodyStore(options.appDataFolder)
  const settings = await openSettingsFile(options.appDataFolder)
  const active = await openActiveEnvironments(options.appDataFolder)
  const writeSettings = async (changed: AppSettings) => {
    await settings.write(changed)
    windows.publishToAll({ type: 'settings', settings: changed })
  }
  const network = new Network({ settings, secrets: appData.secrets, writeSettings })
  const ownPorts = new Set<number>()
  const scripting = new Scripting(bodies, () => windows.publishToAll(scripting.sessionValues))
  const recent = await RecentWorkspaces.open(options.appDataFolder)
  const { folder, workspace } = await openFirstWorkspace(options, appData, recent).catch(async error => {
    bodies.clear()
    await appData.close()
    throw error
  })
  const globals = new Globals(
    privateFiles(nodeFiles),
    options.appDataFolder,
    fileSecrets(appData.secrets),
    workspace.folder,
  )
  const variables = new Variables({
    workspace,
    globals,
    active,
    onChange: () => publishVariables(),
  })
  const publishVariables = () => windows.publishToAll(variables.event)
  const library = new Library(workspace, options.demoBaseUrl, scripting, () => variables.shared())
  const libraryEvent = () => ({ type: 'library', revision: library.tree().revision }) as const
  const publishLibrary = () => windows.publishToAll(libraryEvent())
  const publishContents = () => {
    publishLibrary()
    publishVariables()
  }
  const endWatching = library.watch(publishContents)
  const endWatchingGlobals = variables.watchGlobals()
  const pickedFiles = new PickedFiles(options.appDataFolder)
  const transport = createTransport({
    bodyStore: bodies,
    isRefused: refuseOwnPorts(ownPorts),
    openFile: filePath => pickedFiles.open(filePath),
    choosePath: network.choosePath,
  })
  const ports: HostPorts = {
    transport,
    ...dynamicSources,
    hostNames: nodeHostNames,
    authSession: {
      tokens: new KeptTokens(appData.secrets, () => windows.publishToAll({ type: 'tokens' })),
      challenges: new Map(),
    },
  }
  const bodyTexts = new BodyTexts(bodies)
  const history = new SendHistory({
    appData,
    bodies,
    bodyTexts,
    onChange: () => windows.publishToAll(history.event),
  })
  const workspaceEvent = () => ({ type: 'workspace', folder: keptTabs.folder }) as const
  windows.addPresent(() => [
    workspaceEvent(),
    { type: 'settings', settings: settings.current },
    scripting.sessionValues,
    history.event,
    variables.event,
  ])
  windows.addResync(libraryEvent)
  const tickets = new Tickets()
  const sends = new Sends({
    ports,
    history,
    scripting,
    library,
    variables,
    bodyTexts,
    settings,
    pickedFiles,
    receivedElsewhere: handle => runs.received(handle),
    windows,
    openFolder: () => keptTabs.folder,
    publishLibrary,
  })
  const runs = new Runs({
    appData,
    bodies,
    bodyTexts,
    library,
    scripting,
    settings,
    pickedFiles,
    ports,
    windows,
    secretQuestions: sends.secretQuestions,
  })
  const keptTabs = new WorkspaceTabs(
    workspaceKey =>
      new KeptTabs({
        appData,
        workspaceKey,
        readRequest: id => library.readPlaced(id),
        windows,
      }),
    workspaceFolder => appData.workspaceKeys.keyOf(workspaceFolder, async () => null),
    folder,
  )
  const workspaces = new Workspaces({
    appData,
    appDataFolder: options.appDataFolder,
    recent,
    library,
    variables,
    tabs: keptTabs,
    folder,
    onOpened() {
      // What scripts set belongs to the requests that they stand with.
      scripting.clearSessionValues()
      runs.cancelAll()
      windows.publishToAll(workspaceEvent())
      publishVariables()
    },
  })
  const imports = new Imports({
    get workspace() {
      return library.workspace
    },
    globals,
    pickedFiles,
    download: {
      ...dynamicSources,
      hostNames: nodeHostNames,
      transportFor: bodyStore =>
        createTransport({
          bodyStore,
          isRefused: refuseOwnPorts(ownPorts),
          choosePath: network.choosePath,
        }),
    },
    idOfPath: path => library.idOfPath(path),
    tell: (windowId, event) => windows.publish(windowId, event),
    onWritten: publishContents,
  })
  const exports = new Exports({
    get workspace() {
      return library.workspace
    },
    history,
    runs,
    bodies,
    secretVariables: () => variables.secrets(),
    listWorkspaces: () => workspaces.list(),
    readGlobals: () => globals.fileText(),
    readSettings: () => settings.current,
    pathOf: id => library.pathOf(id),
    tell: (windowId, event) => windows.publish(windowId, event),
  })
  const signIns = new SignIns({
    ports,
    secretHostsOf: windowId => sends.secretQuestions.portsOf({ windowId }).secretHosts,
    contextOf: async parentId => ({
      ...(await library.contextOf(parentId)),
      defaultSettings: sendSettingsOf(settings.current),
    }),
    openBrowser: options.openSignIn ?? openSignIn,
    tellWindow: (windowId, event) => windows.publish(windowId, event),
  })
  windows.onGone(windowId => {
    tickets.releaseWindow(windowId)
    imports.releaseWindow(windowId)
    exports.releaseWindow(windowId)
    keptTabs.forgetWindow(windowId)
  })
  const routes = createRoutes({
    page,
    windows,
    publishLibrary,
    writeSettings,
    bodies,
    library,
    imports,
    exports,
    runs,
    variables,
    sends,
    bodyTexts,
    tickets,
    pickedFiles,
    scripting,
    history,
    keptTabs,
    workspaces,
    backups: new Backups(options.appDataFolder),
    appData,
    network,
    signIns,
    demoBaseUrl: options.demoBaseUrl,
    onPageLoaded: () => {
      void scripting.warmUp().catch(error => logFault('starting the threads of scripts', error))
      options.onPageLoaded?.()
    },
  })
  const token = randomBytes(32).toString('base64url')
  const rules = { host: '', token, publicPaths }
  const server = createGuardedServer(rules, getRequestListener(routes.fetch), options.limits)
  const port = await listen(server, options.port).catch(async error => {
    bodies.clear()
    await appData.close()
    throw error
  })
  ownPorts.add(port)
  rules.host = `127.0.0.1:${port}`
  const origin = `http://${rules.host}`
  return {
    origin,
    token,
    address: `${origin}/#token=${token}`,
    recovery: appData.isRecovered && appData.recovery !== null ? describeRecovery(appData.recovery) : null,
    routes: routes.routes.map(({ method, path }) => ({ method, path })),
    async close() {
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      endWatching()
      imports.close()
      endWatchingGlobals()
      signIns.close()
      await runs.close()
      windows.close()
      await sends.close()
      await history.close()
      await keptTabs.settled()
      await scripting.close()
      network.close()
      transport.close()
      await bodyTexts.close()
      server.closeAllConnections()
      await closed
      bodies.clear()
      pickedFiles.clear()
      await appData.close()
    },
  }
}

async function openAppData({ appDataFolder, keychain }: ServerOptions): Promise<AppData> {
  const opened = await AppData.open(appDataFolder, keychain === undefined ? {} : { keychain })
  if (opened.ok) return opened.value
  throw new StartError(
    `A newer Parley wrote the data in ${appDataFolder} (version ${opened.failure.version}; this one knows ${opened.failure.knownVersion}). Start the newer one, or set PARLEY_HOME to another folder.`,
  )
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', error => reject(listenError(port, error)))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

function listenError(port: number, error: Error): Error {
  const code = 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${port} is in use by another program. Give another one to --port.`)
  if (code === 'EACCES')
    return new StartError(`Port ${port} may not be used by this account. Give another one to --port.`)
  return error
}
