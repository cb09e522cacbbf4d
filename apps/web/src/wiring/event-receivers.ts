import type { SendEvent, WindowEvent } from '@parley/server/contract'
import type { WindowTabs } from '../window/window-tabs.ts'
import { requestTab } from '../workbench/active-tab.ts'
import type { Stores } from './create-stores.ts'

type EventOf<Type extends WindowEvent['type']> = Extract<WindowEvent, { readonly type: Type }>

/** The receiver of each type of event. */
export type EventReceivers = {
  readonly [Type in WindowEvent['type']]: (event: EventOf<Type>) => void
}

/** Returns the receivers of the server's events: the stores that the events are about. */
export function createEventReceivers(stores: Stores, windowTabs: WindowTabs): EventReceivers {
  const { environments, inheritedReads, library, scripts, secretPermissions, variableTabs } = stores
  return {
    send: event => void receiveSend(stores, event),
    live: stores.live.receive,
    async schema(event) {
      const { graphQlSchemas, grpcDefinitions } = await stores.loadLanguageStores()
      graphQlSchemas.receive(event)
      grpcDefinitions.receive(event)
    },
    schemaFile: async event => (await stores.loadLanguageStores()).graphQlSchemas.receiveFile(event),
    signIn: async event => (await stores.loadTokens()).receive(event),
    tokens: async () => (await stores.loadTokens()).refresh(),
    settings: stores.settings.receive,
    library() {
      library.follow()
      inheritedReads.reread()
    },
    environments(event) {
      environments.receive(event)
      variableTabs.receive(event)
      void secretPermissions.refreshNotice()
      inheritedReads.rereadVariables()
    },
    workspace(event) {
      windowTabs.receiveWorkspace(event.folder)
      void secretPermissions.showNotices()
    },
    backup: async event => (await stores.loadSettingsStores()).dataOverview.receiveBackup(event),
    sessionValues(event) {
      scripts.receiveValues(event.values)
      inheritedReads.rereadVariables()
    },
    console: scripts.receiveConsole,
    history: async event => (await stores.loadHistory()).receive(event),
    secretQuestions: stores.secretQuestions.receive,
    proxyTest: async event => (await stores.loadSettingsStores()).proxyTest.receive(event),
    assistant: async event => (await stores.loadAssistant()).receive(event),
    assistantTest: async event => (await stores.loadSettingsStores()).assistantSetup.receive(event),
    updates: async event => (await stores.loadSettingsStores()).updates.receive(event),
    agents: async () => (await stores.loadSettingsStores()).agents.receive(),
    import: async event => (await stores.loadImporting()).receive(event),
    command: stores.desktop.receiveCommand,
    asked: stores.desktop.receiveAsked,
    download: async event => (await stores.loadDesktopSaver()).receive(event),
    run: event => stores.runs.receive(event.run),
    runPlan: stores.runs.receivePlan,
    load: async event => (await stores.loadLoads()).receive(event),
    async export(event) {
      void (await stores.loadExporting()).receive(event)
      void stores.savedExports.receive(event)
    },
  }
}

/** Passes an event to its receiver. */
export function receiveEvent<Type extends WindowEvent['type']>(
  receivers: EventReceivers,
  type: Type,
  event: EventOf<Type>,
): void {
  receivers[type](event)
}

async function receiveSend(
  { workbench, toasts }: Pick<Stores, 'workbench' | 'toasts'>,
  { sendId, progress }: SendEvent,
): Promise<void> {
  const tabId = workbench.awaitingTabId(sendId)
  workbench.receiveProgress(sendId, progress)
  if (tabId === null || progress.state === 'awaiting') return
  const { tokenNotRenewedToast } = await import('../workbench/request/token-not-renewed-toast.ts')
  const toast = tokenNotRenewedToast(tabId, progress)
  // The tab may have been sent again while the words were loaded.
  if (toast !== null && requestTab(workbench.store.getState(), tabId)?.send.state !== 'awaiting')
    toasts.show(toast)
}
