import { setTimeout as sleep } from 'node:timers/promises'
import {
  AppData,
  fileSecrets,
  type Keychain,
  openActiveEnvironments,
  openFileBodyStore,
  openPageMemory,
  openServerIdentity,
  openSettingsFile,
  SchemaStore,
} from '@parley/appdata'
import { nodeFiles, privateFiles } from '@parley/files'
import { Globals } from '@parley/workspace'
import { openFirstWorkspace } from '../library/open-first-workspace.ts'
import { RecentWorkspaces } from '../library/recent-workspaces.ts'
import { PickedFiles } from '../picked-files/picked-files.ts'
import { StartError } from '../start-error.ts'

/** How long a close waits for the secrets of a new sample. */
const closingWaitMs = 1000

export interface UserStoreOptions {
  readonly appDataFolder: string
  /** The folder of the workspace; if absent, a workspace of the app data that starts with the sample. */
  readonly workspaceFolder?: string
  /** Replaces the system's keychain; no keychain is used if it resolves to null. */
  readonly keychain?: () => Promise<Keychain | null>
  /** Whether the database runs in a thread of its own; true by default. */
  readonly ownDatabaseThread?: boolean
}

export type UserStores = Awaited<ReturnType<typeof openUserStores>>

/** Opens the user's data on disk: the first stage of a start. */
export async function openUserStores(options: UserStoreOptions) {
  const { appDataFolder } = options
  const appData = await openAppData(options)
  const bodies = await openFileBodyStore(appDataFolder)
  const settings = await openSettingsFile(appDataFolder)
  const activeEnvironments = await openActiveEnvironments(appDataFolder)
  const pageMemory = await openPageMemory(appDataFolder)
  const identity = await openServerIdentity(appDataFolder)
  const recent = await RecentWorkspaces.open(appDataFolder)
  const pickedFiles = new PickedFiles(appDataFolder)
  const close = async () => {
    bodies.clear()
    pickedFiles.clear()
    await appData.close()
  }
  const { folder, workspace, isNew, secretsStored } = await openFirstWorkspace(
    options,
    appData,
    recent,
  ).catch(async error => {
    await close()
    throw error
  })
  // Who gets the sample from this version knows no other order of its environments and its collection.
  if (isNew) await activeEnvironments.markOrderKnown(folder).catch(() => {})
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
    pageMemory,
    identity,
    recent,
    pickedFiles,
    schemas: new SchemaStore(appDataFolder),
    globals,
    /** The workspace that is open at the start, and its folder. */
    first: { folder, workspace },
    async close() {
      // A keychain that asks its user may never answer.
      await Promise.race([secretsStored, sleep(closingWaitMs, undefined, { ref: false })])
      await close()
    },
  }
}

async function openAppData(options: UserStoreOptions): Promise<AppData> {
  const { appDataFolder, keychain, ownDatabaseThread: ownThread = true } = options
  const opened = await AppData.open(appDataFolder, {
    ownThread,
    ...(keychain === undefined ? {} : { keychain }),
  })
  if (opened.ok) return opened.value
  throw new StartError(
    `A newer Parley wrote the data in ${appDataFolder} (version ${opened.failure.version}; this one knows ${opened.failure.knownVersion}). Start the newer one, or set PARLEY_HOME to another folder.`,
  )
}
