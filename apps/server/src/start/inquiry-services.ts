import { AssistantKeys } from '@parley/appdata'
import type { RequestContext } from '@parley/engine'
import { AssistantTests } from '../assistant/assistant-tests.ts'
import { Conversations } from '../assistant/conversations.ts'
import { Questions } from '../assistant/questions.ts'
import type { UnsavedDrafts } from '../contract/index.ts'
import { openSignIn } from '../opening/open-sign-in.ts'
import { SchemaFiles } from '../schemas/schema-files.ts'
import { Schemas } from '../schemas/schemas.ts'
import { sendSettingsOf } from '../sends/send-settings-of.ts'
import { SignIns } from '../tokens/sign-ins.ts'
import type { WindowEvents } from '../windows/window-events.ts'
import type { Sending } from './sending-services.ts'
import type { ServerSurroundings } from './server-surroundings.ts'
import type { UserContents } from './user-contents.ts'
import type { UserStores } from './user-stores.ts'

/** Creates the services that ask servers about themselves, and those that sign in. */
export function createInquiries(
  { settings, pickedFiles, schemas: store }: UserStores,
  { library, scripting }: UserContents,
  { ports, secretQuestions }: Sending,
  { windows, desktop, openSignIn: showPage = openSignIn }: ServerSurroundings,
) {
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
  const schemas = new Schemas({
    ports,
    store,
    library,
    scripting,
    settings,
    pickedFiles,
    secretQuestions,
    windows,
  })
  const schemaFiles = new SchemaFiles({ store, windows, placeOf: parentId => library.filePlaceOf(parentId) })
  return { contextOf, signIns, schemas, schemaFiles }
}

/** Creates the services of the assistant. */
export function createAssistant(
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
