import { allFileSecrets, type Locked, type SecretStore } from '@parley/appdata'
import { type MissingSecret, reflectedDefinitionsInMemory, type WithheldValue } from '@parley/engine'
import { ok, type Result } from '@parley/model'
import { createTransport, nodeSources } from '@parley/transport'
import { BodyTexts } from '../bodies/body-texts.ts'
import { ReceivedBodies } from '../bodies/received-bodies.ts'
import type { Library } from '../library/library.ts'
import { LiveSessions, type LiveSessionsParts } from '../live/live-sessions.ts'
import { LogThreads } from '../live/search/log-threads.ts'
import { keptStream, SendStreams } from '../live/send-streams.ts'
import { Loads } from '../loads/loads.ts'
import { logFault } from '../log-fault.ts'
import { Network } from '../network/network.ts'
import { Runs } from '../runs/runs.ts'
import { SendHistory } from '../send-history.ts'
import { SecretQuestions } from '../sends/secret-questions.ts'
import type { HostPorts } from '../sends/send-ports.ts'
import { Sends } from '../sends/sends.ts'
import { StoredTokens } from '../tokens/stored-tokens.ts'
import type { Variables } from '../variables/variables.ts'
import type { WindowEvents } from '../windows/window-events.ts'
import { sentUnsavedSecrets } from './sent-unsaved-secrets.ts'
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
  const streams = new SendStreams({ bodies, secretVariables: () => variables.secrets.all() }, live)
  const parts = { ports, bodyTexts, library, scripting, settings, pickedFiles, windows, secretQuestions }
  const sends = new Sends({ ...parts, history, streams })
  const runs = new Runs({ ...parts, appData, bodies })
  const loads = new Loads({ ...parts, appData, runs, env: process.env })
  const received = new ReceivedBodies(sends, [history, runs, live])
  const services = { bodyTexts, history, secretQuestions, sends, live, runs, loads, received, streams }
  return { ...connections, ...services, knownSecrets }
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

type Known = Promise<Result<readonly WithheldValue[], Locked>>

/** Returns the secrets of all files and variables on this device, with their values. */
async function allKnownSecrets(
  secrets: Pick<SecretStore, 'allOf'>,
  variables: Pick<Variables, 'secrets'>,
): Known {
  const inFiles = await allFileSecrets(secrets)
  if (!inFiles.ok) return inFiles
  const sent = await sentUnsavedSecrets(secrets)
  return sent.ok ? ok([...inFiles.value, ...(await variables.secrets.all()), ...sent.value]) : sent
}

/** Reads no secrets while they are locked: for what can show nothing then. */
function orNone(known: () => Known): () => Promise<readonly WithheldValue[]> {
  return async () => {
    const found = await known()
    return found.ok ? found.value : []
  }
}

interface SecretKeepers {
  readonly library: Pick<Library, 'keepSecretField' | 'keepContainerSecret'>
  readonly variables: Pick<Variables, 'secrets'>
  /** Notifies all windows of the current tree. */
  readonly publishLibrary: () => void
}

/**
 * Stores the texts that were typed for secrets. The send has them in any case; the next send asks again for
 * those that cannot be stored.
 */
async function keepSecrets(
  missing: readonly MissingSecret[],
  texts: readonly string[],
  { library, variables, publishLibrary }: SecretKeepers,
): Promise<void> {
  for (const [at, secret] of missing.entries()) {
    const text = texts[at] ?? ''
    const kept = await keep(secret, text, { library, variables })
    if (!kept.ok) logFault('keeping a secret', new Error(kept.failure.sentence))
  }
  // Open tabs fill in the secrets that their files lacked.
  if (missing.some(secret => secret.kind === 'field' || secret.container !== undefined)) publishLibrary()
}

function keep(
  secret: MissingSecret,
  text: string,
  { library, variables }: Pick<SecretKeepers, 'library' | 'variables'>,
) {
  if (secret.kind === 'field') return library.keepSecretField(secret, text)
  if (secret.container !== undefined) return library.keepContainerSecret(secret, text)
  return variables.secrets.keep(secret, text)
}
