import { reflectedDefinitionsInMemory, type WithheldValue } from '@parley/engine'
import { createTransport, nodeSources } from '@parley/transport'
import { BodyTexts } from '../bodies/body-texts.ts'
import { ReceivedBodies } from '../bodies/received-bodies.ts'
import { LiveSessions, type LiveSessionsParts } from '../live/live-sessions.ts'
import { LogThreads } from '../live/search/log-threads.ts'
import { keptStream, SendStreams } from '../live/send-streams.ts'
import { Network } from '../network/network.ts'
import { Runs } from '../runs/runs.ts'
import { SendHistory } from '../send-history.ts'
import { keepSecrets } from '../sends/keep-secrets.ts'
import { SecretQuestions } from '../sends/secret-questions.ts'
import type { HostPorts } from '../sends/send-ports.ts'
import { Sends } from '../sends/sends.ts'
import { StoredTokens } from '../tokens/stored-tokens.ts'
import type { WindowEvents } from '../windows/window-events.ts'
import { allKnownSecrets, orNone } from './known-secrets.ts'
import type { ServerSurroundings } from './server-surroundings.ts'
import type { UserContents } from './user-contents.ts'
import type { UserStores } from './user-stores.ts'

/** Creates the services that send requests and read responses. */
export function createSending(stores: UserStores, contents: UserContents, surroundings: ServerSurroundings) {
  const { appData, bodies, settings, pickedFiles } = stores
  const { library, variables, scripting } = contents
  const { windows } = surroundings
  const connections = createConnections(stores, contents, surroundings)
  const { ports } = connections
  const bodyTexts = new BodyTexts(bodies, { secretsOf: handle => streams.secretsOf(handle) })
  const onChange = () => windows.publishToAll(history.event)
  const history = new SendHistory({ appData, bodies, bodyTexts, onChange })
  windows.addCurrentState(() => [history.event])
  const secretQuestions = createQuestions(contents, windows)
  const knownSecrets = () => allKnownSecrets(appData.secrets, variables)
  const live = new LiveSessions({
    bodies,
    bodyTexts,
    windows,
    threads: new LogThreads(),
    openEnded: openingEnded(bodies, history, orNone(knownSecrets)),
  })
  const streams = new SendStreams({ bodies, secretVariables: () => variables.secrets() }, live)
  const parts = { ports, bodyTexts, library, scripting, settings, pickedFiles, windows, secretQuestions }
  const sends = new Sends({ ...parts, history, streams })
  const runs = new Runs({ ...parts, appData, bodies })
  const received = new ReceivedBodies(sends, [history, runs, live])
  const services = { bodyTexts, history, secretQuestions, sends, live, runs, received, streams, knownSecrets }
  return { ...connections, ...services }
}

export type Sending = ReturnType<typeof createSending>

/** Creates what connects to servers, and the ports of the engine that all sends share. */
function createConnections(
  { appData, bodies, settings, pickedFiles }: UserStores,
  { writeSettings }: UserContents,
  { windows, isRefused }: ServerSurroundings,
) {
  const network = new Network({ settings, secrets: appData.secrets, writeSettings })
  const openFile = (filePath: string) => pickedFiles.open(filePath)
  const { choosePath } = network
  const transport = createTransport({ bodyStore: bodies, isRefused, openFile, choosePath })
  const tokens = new StoredTokens(appData.secrets, () => windows.publishToAll({ type: 'tokens' }))
  const ports: HostPorts = {
    transport,
    ...nodeSources,
    authSession: { tokens, challenges: new Map() },
    reflectedDefinitions: reflectedDefinitionsInMemory(() => performance.now()),
  }
  return { network, transport, ports }
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
