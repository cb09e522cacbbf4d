import type { RequestContext } from '@parley/engine'
import { type AddressRule, createTransport, nodeHostNames } from '@parley/transport'
import { BodyTexts } from '../bodies/body-texts.ts'
import { ReceivedBodies } from '../bodies/received-bodies.ts'
import type { WindowEvent } from '../contract/index.ts'
import { dynamicSources } from '../dynamic-sources.ts'
import { Exports, type ExportsParts } from '../exports/exports.ts'
import { Imports } from '../imports/imports.ts'
import { Backups } from '../library/backups.ts'
import { Network } from '../network/network.ts'
import { openSignIn } from '../opening/open-sign-in.ts'
import { Runs } from '../runs/runs.ts'
import { SendHistory } from '../send-history.ts'
import { keepSecrets } from '../sends/keep-secrets.ts'
import { SecretQuestions } from '../sends/secret-questions.ts'
import { sendSettingsOf } from '../sends/send-settings-of.ts'
import { type HostPorts, Sends } from '../sends/sends.ts'
import { Tickets } from '../tickets/tickets.ts'
import { KeptTokens } from '../tokens/kept-tokens.ts'
import { SignIns } from '../tokens/sign-ins.ts'
import type { WindowEvents } from '../windows/window-events.ts'
import { createUserContents, type UserContents } from './user-contents.ts'
import type { UserStores } from './user-stores.ts'

/** What the services of all users have from the server that they are in. */
export interface ServerSurroundings {
  readonly windows: WindowEvents
  /** Which targets no send may reach: the server itself. */
  readonly isRefused: AddressRule
  readonly demoBaseUrl: string | null
  /** In place of the user's browser, for sign-ins; false where it cannot be opened. */
  readonly openSignIn?: (url: string) => boolean
}

/** The second stage of a start: what one user can do. */
export function createUserServices(stores: UserStores, surroundings: ServerSurroundings) {
  const { windows, demoBaseUrl } = surroundings
  const contents = createUserContents(stores, windows, demoBaseUrl)
  const sending = createSending(stores, contents, surroundings)
  const { runs, signIns, sends, history, bodyTexts, network, transport } = sending
  const workspaces = contents.workspaces(() => runs.cancelAll())
  const exchange = createExchange(stores, contents, sending, surroundings, () => workspaces.list())
  return {
    ...contents,
    ...sending,
    ...exchange,
    workspaces,
    windows,
    demoBaseUrl,
    backups: new Backups(stores.appDataFolder),
    appData: stores.appData,
    bodies: stores.bodies,
    pickedFiles: stores.pickedFiles,
    /** Ends what goes on, in the order in which one thing needs another; `onStep` hears what ends next. */
    async close(onStep: (step: string) => void): Promise<void> {
      const steps: Readonly<Record<string, () => unknown>> = {
        watching: () => contents.endWatching(),
        imports: () => exchange.imports.close(),
        'sign-ins': () => signIns.close(),
        runs: () => runs.close(),
        windows: () => windows.close(),
        sends: () => sends.close(),
        history: () => history.close(),
        tabs: () => contents.tabs.settled(),
        scripts: () => contents.scripting.close(),
        network: () => network.close(),
        connections: () => transport.close(),
        bodies: () => bodyTexts.close(),
      }
      for (const [step, end] of Object.entries(steps)) {
        onStep(step)
        await end()
      }
    },
  }
}

type Sending = ReturnType<typeof createSending>

/** All that goes out, and what came back. */
function createSending(
  { appData, bodies, settings, pickedFiles }: UserStores,
  contents: UserContents,
  { windows, isRefused, openSignIn: showPage = openSignIn }: ServerSurroundings,
) {
  const { library, variables, scripting, tabs, publishLibrary, writeSettings } = contents
  const network = new Network({ settings, secrets: appData.secrets, writeSettings })
  const { choosePath } = network
  const openFile = (filePath: string) => pickedFiles.open(filePath)
  const transport = createTransport({ bodyStore: bodies, isRefused, openFile, choosePath })
  const tokens = new KeptTokens(appData.secrets, () => windows.publishToAll({ type: 'tokens' }))
  const authSession = { tokens, challenges: new Map() }
  const ports: HostPorts = { transport, ...dynamicSources, hostNames: nodeHostNames, authSession }
  const bodyTexts = new BodyTexts(bodies)
  const onHistory = () => windows.publishToAll(history.event)
  const history = new SendHistory({ appData, bodies, bodyTexts, onChange: onHistory })
  windows.addPresent(() => [history.event])
  const secretQuestions = new SecretQuestions({
    workspace: () => tabs.folder,
    onChange: windowId => windows.publish(windowId, secretQuestions.eventOf(windowId)),
    keep: (missing, texts) => keepSecrets(missing, texts, { library, variables, publishLibrary }),
  })
  const parts = { ports, bodyTexts, library, scripting, settings, pickedFiles, windows, secretQuestions }
  const sends = new Sends({ ...parts, history })
  const runs = new Runs({ ...parts, appData, bodies })
  const contextOf = async (parentId: string | null): Promise<RequestContext> => ({
    ...(await library.contextOf(parentId)),
    defaultSettings: sendSettingsOf(settings.current),
  })
  const signIns = new SignIns({
    ports,
    secretHostsOf: windowId => secretQuestions.portsOf({ windowId }).secretHosts,
    contextOf,
    openBrowser: showPage,
    tellWindow: (windowId, event) => windows.publish(windowId, event),
  })
  const received = new ReceivedBodies(sends, [history, runs])
  return {
    network,
    transport,
    bodyTexts,
    history,
    secretQuestions,
    sends,
    runs,
    contextOf,
    signIns,
    received,
  }
}

/** What comes from files and goes into files. */
function createExchange(
  { bodies, settings, globals, pickedFiles }: UserStores,
  { library, variables, publishContents }: UserContents,
  { network, history, runs }: Sending,
  { windows, isRefused }: ServerSurroundings,
  listWorkspaces: ExportsParts['listWorkspaces'],
) {
  const tell = (windowId: string, event: WindowEvent) => windows.publish(windowId, event)
  const tickets = new Tickets()
  const imports = new Imports({
    get workspace() {
      return library.workspace
    },
    globals,
    pickedFiles,
    download: {
      ...dynamicSources,
      hostNames: nodeHostNames,
      transportFor: bodyStore => createTransport({ bodyStore, isRefused, choosePath: network.choosePath }),
    },
    idOfPath: path => library.idOfPath(path),
    tell,
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
    listWorkspaces,
    readGlobals: () => globals.fileText(),
    readSettings: () => settings.current,
    pathOf: id => library.pathOf(id),
    tell,
  })
  windows.onGone(windowId => {
    for (const one of [tickets, imports, exports]) one.releaseWindow(windowId)
  })
  return { tickets, imports, exports }
}
