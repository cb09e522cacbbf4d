import {
  AppData,
  fileSecrets,
  type Keychain,
  openActiveEnvironments,
  openFileBodyStore,
  openSettingsFile,
  sweepLeftovers,
} from '@parley/appdata'
import { nodeFiles, privateFiles } from '@parley/files'
import { Globals } from '@parley/workspace'
import { openFirstWorkspace } from '../library/open-first-workspace.ts'
import { RecentWorkspaces } from '../library/recent-workspaces.ts'
import { PickedFiles } from '../picked-files/picked-files.ts'
import { StartError } from '../start-error.ts'

export interface UserStoreOptions {
  readonly appDataFolder: string
  /** The folder of the workspace; one of the app data with the sample where absent. */
  readonly workspaceFolder?: string
  /** In place of the system's keychain; one that is null is not used. */
  readonly keychain?: () => Promise<Keychain | null>
}

export type UserStores = Awaited<ReturnType<typeof openUserStores>>

/** The first stage of a start: what one user has on the disk. */
export async function openUserStores(options: UserStoreOptions) {
  const { appDataFolder } = options
  sweepLeftovers(appDataFolder)
  const appData = await openAppData(options)
  const bodies = await openFileBodyStore(appDataFolder)
  const settings = await openSettingsFile(appDataFolder)
  const activeEnvironments = await openActiveEnvironments(appDataFolder)
  const recent = await RecentWorkspaces.open(appDataFolder)
  const pickedFiles = new PickedFiles(appDataFolder)
  const close = async () => {
    bodies.clear()
    pickedFiles.clear()
    await appData.close()
  }
  const { folder, workspace } = await openFirstWorkspace(options, appData, recent).catch(async error => {
    await close()
    throw error
  })
  const globals = new Globals(
    privateFiles(nodeFiles),
    appDataFolder,
    fileSecrets(appData.secrets),
    workspace.folder,
  )
  return {
    appDataFolder,
    appData,
    bodies,
    settings,
    activeEnvironments,
    recent,
    pickedFiles,
    globals,
    /** The workspace that is open at the start, and where it is. */
    first: { folder, workspace },
    close,
  }
}

async function openAppData({ appDataFolder, keychain }: UserStoreOptions): Promise<AppData> {
  const opened = await AppData.open(appDataFolder, keychain === undefined ? {} : { keychain })
  if (opened.ok) return opened.value
  throw new StartError(
    `A newer Parley wrote the data in ${appDataFolder} (version ${opened.failure.version}; this one knows ${opened.failure.knownVersion}). Start the newer one, or set PARLEY_HOME to another folder.`,
  )
}
