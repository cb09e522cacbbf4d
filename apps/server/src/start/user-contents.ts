import { randomUUID } from 'node:crypto'
import type { AppSettings } from '@parley/model'
import type { SettingsRevision } from '../contract/index.ts'
import { Library } from '../library/library.ts'
import { Workspaces } from '../library/workspaces.ts'
import { logFault } from '../log-fault.ts'
import { Scripting } from '../scripting.ts'
import { SavedTabs } from '../tabs/saved-tabs.ts'
import { WorkspaceTabs } from '../tabs/workspace-tabs.ts'
import { Variables } from '../variables/variables.ts'
import type { WindowEvents } from '../windows/window-events.ts'
import { SentUnsavedSecrets } from './sent-unsaved-secrets.ts'
import type { UserStores } from './user-stores.ts'

export type UserContents = ReturnType<typeof createUserContents>

/**
 * Creates the contents of the open workspace and the open tabs of windows, and notifies all windows of
 * changes.
 */
export function createUserContents(stores: UserStores, windows: WindowEvents, demoBaseUrl: string | null) {
  const { appData, bodies, settings, globals, first } = stores
  const scripting = new Scripting(bodies, () => windows.publishToAll(scripting.sessionValues))
  const variables = new Variables({
    workspace: first.workspace,
    globals,
    active: stores.activeEnvironments,
    onChange: () => publishVariables(),
  })
  const library = new Library(first.workspace, demoBaseUrl, {
    live: scripting,
    sharedVariables: drafts => variables.shared(drafts),
    keepUnsavedSecrets: keepingUnsavedSecrets(appData.secrets),
  })
  const tabs = new WorkspaceTabs(
    workspaceKey =>
      new SavedTabs({ appData, workspaceKey, readRequest: id => library.readWithPlace(id), windows }),
    workspaceFolder => appData.workspaceKeys.keyOf(workspaceFolder, async () => null),
    first.folder,
  )
  const libraryEvent = () => ({ type: 'library', revision: library.tree().revision }) as const
  const { event: settingsEvent, write: writeSettings } = announcedSettings(settings, windows)
  const workspaceEvent = () => ({ type: 'workspace', folder: tabs.folder }) as const
  const publishLibrary = () => windows.publishToAll(libraryEvent())
  const publishVariables = () => windows.publishToAll(variables.event)
  const publishContents = () => {
    publishLibrary()
    publishVariables()
  }
  windows.addCurrentState(() => [workspaceEvent(), settingsEvent(), scripting.sessionValues, variables.event])
  windows.addResync(libraryEvent)
  windows.onWindowLost(windowId => tabs.forgetWindow(windowId))
  const watches = [library.watch(publishContents), variables.watchGlobals()]
  return {
    scripting,
    variables,
    library,
    tabs,
    /** Notifies all windows of the current tree. */
    publishLibrary,
    publishContents,
    writeSettings,
    /** @param onLeft - called when another workspace replaces the open one */
    workspaces: (onLeft: () => void) =>
      createWorkspaces(stores, { library, variables, tabs }, () => {
        // Values that scripts set belong to the requests of the workspace.
        scripting.clearSessionValues()
        onLeft()
        windows.publishToAll(workspaceEvent())
        publishVariables()
      }),
    endWatching(): void {
      for (const end of watches) end()
    },
  }
}

/** Numbers the settings, so that windows know which came later. */
function announcedSettings(settings: UserStores['settings'], windows: Pick<WindowEvents, 'publishToAll'>) {
  let revision: SettingsRevision = { series: randomUUID(), revision: 0 }
  const event = () => ({ type: 'settings', settings: settings.current, ...revision }) as const
  return {
    event,
    /** Saves settings and notifies all windows. */
    async write(changed: AppSettings): Promise<SettingsRevision> {
      await settings.write(changed)
      revision = { ...revision, revision: revision.revision + 1 }
      windows.publishToAll(event())
      return revision
    },
  }
}

function createWorkspaces(
  { appData, appDataFolder, recent, first: { folder } }: UserStores,
  contents: Pick<ConstructorParameters<typeof Workspaces>[0], 'library' | 'variables' | 'tabs'>,
  onOpened: () => void,
): Workspaces {
  return new Workspaces({ appData, appDataFolder, recent, folder, ...contents, onOpened })
}

/** Returns what keeps secrets. The send does not wait: the keychain may be asking the user for its key. */
function keepingUnsavedSecrets(secrets: ConstructorParameters<typeof SentUnsavedSecrets>[0]) {
  const kept = new SentUnsavedSecrets(secrets)
  return (sent: Parameters<typeof kept.keep>[0]) =>
    void kept.keep(sent).catch(error => logFault('keeping a secret', error))
}
