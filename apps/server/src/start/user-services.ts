import { AgentWatch } from '../agents/agent-watch.ts'
import { commandLineProgram, isProcessRunning } from '../agents/command-line-program.ts'
import { DesktopDownloads } from '../desktop/desktop-downloads.ts'
import { Backups } from '../library/backups.ts'
import { redeemTicket } from '../tickets/ticket-response.ts'
import type { WindowEvents } from '../windows/window-events.ts'
import { createExchange } from './exchange-services.ts'
import { createAssistant, createInquiries } from './inquiry-services.ts'
import { createSending, type Sending } from './sending-services.ts'
import type { ServerSurroundings } from './server-surroundings.ts'
import { createUserContents } from './user-contents.ts'
import type { UserStores } from './user-stores.ts'

/** Creates the services for one user, by feature: the second stage of a start. */
export function createUserServices(stores: UserStores, surroundings: ServerSurroundings) {
  const { windows, demoBaseUrl, updatesAddress, desktop } = surroundings
  const { appData, bodies, pickedFiles } = stores
  const contents = createUserContents(stores, windows, demoBaseUrl)
  const sending = createSending(stores, contents, surroundings)
  const inquiries = createInquiries(stores, contents, sending, surroundings)
  const workspaces = contents.workspaces(() => sending.runs.cancelAll())
  const assistant = createAssistant(stores, contents, sending, windows)
  const exchange = createExchange(stores, contents, sending, surroundings, () => workspaces.list())
  const agents = new AgentWatch({
    program: commandLineProgram,
    isRunning: isProcessRunning,
    notify: event => windows.publishToAll(event),
  })
  const desktopDownloads = new DesktopDownloads({
    redeem: (id, abort) =>
      redeemTicket(
        id,
        exchange.tickets,
        { bodies, received: sending.received },
        { range: null, ifRange: null, abort },
      ),
    notify: (windowId, event) => windows.publish(windowId, event),
  })
  const backups = new Backups(stores.appDataFolder)
  const features = { ...contents, ...sending, ...inquiries, ...exchange, ...assistant, windows }
  return {
    ...features,
    ...{ workspaces, agents, desktopDownloads, backups, demoBaseUrl, updatesAddress, desktop },
    ...{ appData, bodies, pickedFiles },
    pageMemory: stores.pageMemory,
    windowKey: stores.identity.key,
    /**
     * Stops running work, dependents before their dependencies; `onStep` is called with the name of what is
     * being stopped.
     */
    async close(onStep: (step: string) => void): Promise<void> {
      for (const [step, end] of Object.entries(closingSteps(features))) {
        onStep(step)
        await end()
      }
    },
  }
}

type Features = ReturnType<typeof createUserContents> &
  Sending &
  ReturnType<typeof createInquiries> &
  ReturnType<typeof createExchange> &
  ReturnType<typeof createAssistant> & { readonly windows: WindowEvents }

/** In the order in which they end. */
function closingSteps(features: Features): Readonly<Record<string, () => unknown>> {
  return {
    watching: () => features.endWatching(),
    imports: () => features.imports.close(),
    updates: () => features.updates.close(),
    'sign-ins': () => features.signIns.close(),
    'assistant tests': () => features.assistantTests.close(),
    conversations: () => features.conversations.close(),
    schemas: () => features.schemas.close(),
    'schema files': () => features.schemaFiles.close(),
    runs: () => features.runs.close(),
    windows: () => features.windows.close(),
    sends: () => features.sends.close(),
    streams: () => features.live.close(),
    history: () => features.history.close(),
    tabs: () => features.tabs.settled(),
    scripts: () => features.scripting.close(),
    network: () => features.network.close(),
    connections: () => features.transport.close(),
    bodies: () => features.bodyTexts.close(),
  }
}
