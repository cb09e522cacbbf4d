import { AssistantKeys } from '@parley/appdata'
import { type RequestContext, reflectedDefinitionsInMemory, type WithheldValue } from '@parley/engine'
import type { DownloadPorts } from '@parley/interchange'
import { type AddressRule, createTransport, nodeSources } from '@parley/transport'
import { AgentWatch } from '../agents/agent-watch.ts'
import { commandLineProgram, isProcessRunning } from '../agents/command-line-program.ts'
import { AssistantTests } from '../assistant/assistant-tests.ts'
import { Conversations } from '../assistant/conversations.ts'
import { Questions } from '../assistant/questions.ts'
import { BodyTexts } from '../bodies/body-texts.ts'
import { ReceivedBodies } from '../bodies/received-bodies.ts'
import type { UnsavedDrafts, WindowEvent } from '../contract/index.ts'
import type { DesktopApp } from '../desktop/desktop-app.ts'
import { DesktopDownloads } from '../desktop/desktop-downloads.ts'
import { Exports, type ExportsParts } from '../exports/exports.ts'
import { ResponseExamples } from '../exports/response-examples.ts'
import { Imports } from '../imports/imports.ts'
import { Backups } from '../library/backups.ts'
import { LiveSessions, type LiveSessionsParts } from '../live/live-sessions.ts'
import { LogThreads } from '../live/search/log-threads.ts'
import { keptStream, SendStreams } from '../live/send-streams.ts'
import { Network } from '../network/network.ts'
import { openSignIn } from '../opening/open-sign-in.ts'
import { Runs } from '../runs/runs.ts'
import { SchemaFiles } from '../schemas/schema-files.ts'
import { Schemas } from '../schemas/schemas.ts'
import { SendHistory } from '../send-history.ts'
import { keepSecrets } from '../sends/keep-secrets.ts'
import { SecretQuestions } from '../sends/secret-questions.ts'
import type { HostPorts } from '../sends/send-ports.ts'
import { sendSettingsOf } from '../sends/send-settings-of.ts'
import { Sends } from '../sends/sends.ts'
import { redeemTicket } from '../tickets/ticket-response.ts'
import { Tickets } from '../tickets/tickets.ts'
import { SignIns } from '../tokens/sign-ins.ts'
import { StoredTokens } from '../tokens/stored-tokens.ts'
import { Updates } from '../updates/updates.ts'
import { version } from '../version.ts'
import type { WindowEvents } from '../windows/window-events.ts'
import { allKnownSecrets, orNone } from './known-secrets.ts'
import { createUserContents, type UserContents } from './user-contents.ts'
import type { UserStores } from './user-stores.ts'

/** What the services of each user share with the server. */
export interface ServerSurroundings {
  readonly windows: WindowEvents
  /** Targets that no send may reach: the server itself. */
  readonly isRefused: AddressRule
  readonly demoBaseUrl: string | null
  readonly desktop: DesktopApp | null
  /** The one address that the packager set for updates; null: none. */
  readonly updatesAddress: string | null
  /** Replaces opening the user's browser for sign-ins; returns false if it cannot be opened. */
  readonly openSignIn?: (url: string) => boolean
}

/** Creates the services for one user: the second stage of a start. */
export function createUserServices(stores: UserStores, surroundings: ServerSurroundings) {
  const { windows, demoBaseUrl, updatesAddress } = surroundings
  const contents = createUserContents(stores, windows, demoBaseUrl)
  const sending = createSending(stores, contents, surroundings)
  const { runs, schemas, schemaFiles, signIns, sends, live, history, bodyTexts, network, transport } = sending
  const workspaces = contents.workspaces(() => runs.cancelAll())
  const assistant = createAssistant(stores, contents, sending, windows)
  const { assistantTests, conversations } = assistant
  const exchange = createExchange(stores, contents, sending, surroundings, () => workspaces.list())
  return {
    ...contents,
    ...sending,
    ...exchange,
    ...assistant,
    workspaces,
    windows,
    demoBaseUrl,
    updatesAddress,
    windowKey: stores.identity.key,
    desktop: surroundings.desktop,
    agents: new AgentWatch({
      program: commandLineProgram,
      isRunning: isProcessRunning,
      notify: event => windows.publishToAll(event),
    }),
    desktopDownloads: new DesktopDownloads({
      redeem: (id, abort) =>
        redeemTicket(
          id,
          exchange.tickets,
          { bodies: stores.bodies, received: sending.received },
          {
            range: null,
            ifRange: null,
            abort,
          },
        ),
      notify: (windowId, event) => windows.publish(windowId, event),
    }),
    backups: new Backups(stores.appDataFolder),
    appData: stores.appData,
    bodies: stores.bodies,
    pickedFiles: stores.pickedFiles,
    /**
     * Stops running work, dependents before their dependencies; `onStep` is called with the name of what is
     * being stopped.
     */
    async close(onStep: (step: string) => void): Promise<void> {
      const steps: Readonly<Record<string, () => unknown>> = {
        watching: () => contents.endWatching(),
        imports: () => exchange.imports.close(),
        updates: () => exchange.updates.close(),
        'sign-ins': () => signIns.close(),
        'assistant tests': () => assistantTests.close(),
        conversations: () => conversations.close(),
        schemas: () => schemas.close(),
        'schema files': () => schemaFiles.close(),
        runs: () => runs.close(),
        windows: () => windows.close(),
        sends: () => sends.close(),
        streams: () => live.close(),
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

/** Creates the services that send requests and read responses. */
function createSending(
  { appData, bodies, settings, pickedFiles, schemas: store }: UserStores,
  contents: UserContents,
  { windows, isRefused, desktop, openSignIn: showPage = openSignIn }: ServerSurroundings,
) {
  const { library, variables, scripting, writeSettings } = contents
  const network = new Network({ settings, secrets: appData.secrets, writeSettings })
  const openFile = (filePath: string) => pickedFiles.open(filePath)
  const { choosePath } = network
  const transport = createTransport({ bodyStore: bodies, isRefused, openFile, choosePath })
  const tokens = new StoredTokens(appData.secrets, () => windows.publishToAll({ type: 'tokens' }))
  const authSession = { tokens, challenges: new Map() }
  const ports: HostPorts = {
    transport,
    ...nodeSources,
    authSession,
    reflectedDefinitions: reflectedDefinitionsInMemory(() => performance.now()),
  }
  const bodyTexts = new BodyTexts(bodies, { secretsOf: handle => streams.secretsOf(handle) })
  const onChange = () => windows.publishToAll(history.event)
  const history = new SendHistory({ appData, bodies, bodyTexts, onChange })
  windows.addCurrentState(() => [history.event])
  const secretQuestions = createQuestions(contents, windows)
  const knownSecrets = () => allKnownSecrets(appData.secrets, variables)
  const streamParts = { bodies, secretVariables: () => variables.secrets() }
  const live = new LiveSessions({
    bodies,
    bodyTexts,
    windows,
    threads: new LogThreads(),
    openEnded: openingEnded(bodies, history, orNone(knownSecrets)),
  })
  const streams = new SendStreams(streamParts, live)
  const parts = { ports, bodyTexts, library, scripting, settings, pickedFiles, windows, secretQuestions }
  const sends = new Sends({ ...parts, history, streams })
  const runs = new Runs({ ...parts, appData, bodies })
  const schemas = new Schemas({ ...parts, store })
  const schemaFiles = new SchemaFiles({ store, windows, placeOf: parentId => library.filePlaceOf(parentId) })
  const contextOf = async (parentId: string | null, drafts?: UnsavedDrafts): Promise<RequestContext> => ({
    ...(await library.contextOf(parentId, drafts)),
    defaultSettings: sendSettingsOf(settings.current),
  })
  const signIns = new SignIns({
    ports,
    secretHostsOf: windowId => secretQuestions.portsOf({ windowId }).secretHosts,
    contextOf,
    openBrowser: showPage,
    notifyWindow: (windowId, event) => windows.publish(windowId, event),
    onGiven: windowId => desktop?.focus(windowId),
  })
  const received = new ReceivedBodies(sends, [history, runs, live])
  return {
    network,
    transport,
    bodyTexts,
    history,
    secretQuestions,
    sends,
    live,
    runs,
    schemas,
    schemaFiles,
    contextOf,
    signIns,
    received,
    ports,
    streams,
    knownSecrets,
  }
}

/** Creates the services of the assistant. */
function createAssistant(
  { appData, bodies, settings }: UserStores,
  { library }: UserContents,
  { ports, sends, history, runs, streams, knownSecrets }: Sending,
  windows: WindowEvents,
) {
  const shared = { ports, settings, keys: new AssistantKeys(appData.secrets) }
  const questions = new Questions({
    ...{ sends, history, runs, bodies, streams, library, knownSecrets },
    settings: () => settings.current.assistant,
  })
  return {
    questions,
    assistantTests: new AssistantTests(shared),
    conversations: new Conversations({ ...shared, windows, questions }),
  }
}

/** Creates the questions for secrets, whose answers are stored in the workspace. */
function createQuestions(
  { library, variables, tabs, publishLibrary }: UserContents,
  windows: WindowEvents,
): SecretQuestions {
  const questions = new SecretQuestions({
    workspace: () => tabs.folder,
    onChange: windowId => windows.publish(windowId, questions.eventOf(windowId)),
    keep: (missing, texts) => keepSecrets(missing, texts, { library, variables, publishLibrary }),
  })
  return questions
}

/** Returns the function that opens the list of a stream that the history has. */
function openingEnded(
  bodies: UserStores['bodies'],
  history: SendHistory,
  secretVariables: () => Promise<readonly WithheldValue[]>,
): LiveSessionsParts['openEnded'] {
  return async id => {
    const entry = await history.read(id)
    if (!entry.ok) return null
    const secrets = async () => [...(await secretVariables()), ...(await history.secretsOf(id))]
    return keptStream({ bodies, secretVariables: secrets }, entry.value)
  }
}

/** Creates the services for imports, exports and updates. */
function createExchange(
  { bodies, settings, globals, pickedFiles }: UserStores,
  { library, publishContents }: UserContents,
  { network, history, runs, sends, streams, knownSecrets }: Sending,
  { windows, isRefused, updatesAddress }: ServerSurroundings,
  listWorkspaces: ExportsParts['listWorkspaces'],
) {
  const notify = (windowId: string, event: WindowEvent) => windows.publish(windowId, event)
  const tickets = new Tickets()
  const download: DownloadPorts = {
    ...nodeSources,
    transportFor: bodyStore => createTransport({ bodyStore, isRefused, choosePath: network.choosePath }),
  }
  const imports = new Imports({
    get workspace() {
      return library.workspace
    },
    globals,
    pickedFiles,
    download,
    idOfPath: path => library.idOfPath(path),
    notify,
    onWritten: publishContents,
  })
  const exports = new Exports({
    get workspace() {
      return library.workspace
    },
    history,
    runs,
    bodies,
    knownSecrets,
    listWorkspaces,
    readGlobals: () => globals.fileText(),
    readSettings: () => settings.current,
    pathOf: id => library.pathOf(id),
    notify,
  })
  const examples = new ResponseExamples({
    sends,
    history,
    bodies,
    streams,
    knownSecrets,
  })
  const updates = new Updates({
    address: updatesAddress,
    version,
    download,
    settings: () => settings.current,
    publish: event => windows.publishToAll(event),
  })
  windows.addCurrentState(() => updates.eventsForWindow())
  windows.onWindowLost(windowId => {
    for (const one of [tickets, imports, exports]) one.releaseWindow(windowId)
  })
  return { tickets, imports, exports, examples, updates }
}
