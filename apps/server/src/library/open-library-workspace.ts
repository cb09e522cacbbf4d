import { createHash } from 'node:crypto'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { type AppData, checkedFoldersOf, fileSecrets, trashFolderName } from '@parley/appdata'
import { nodeFiles, privateFiles, privateFolderMode, removeTree } from '@parley/files'
import type { Result } from '@parley/model'
import {
  markEarlierSample,
  openWorkspace,
  recogniseWorkspace,
  sampleSecrets,
  sampleToAdd,
  sampleWorkspace,
  type Workspace,
  type WorkspaceFailure,
} from '@parley/workspace'
import { logFault } from '../log-fault.ts'
import { StartError } from '../start-error.ts'
import { version } from '../version.ts'

export interface OpenLibraryOptions {
  readonly appData: AppData
  readonly appDataFolder: string
  /** Null: the workspace in the app data, which contains the sample at first. */
  readonly workspaceFolder: string | null
}

/** Returns the folder to open. */
export function libraryFolder(
  options: Pick<OpenLibraryOptions, 'appDataFolder' | 'workspaceFolder'>,
): string {
  return resolve(options.workspaceFolder ?? join(options.appDataFolder, 'workspaces', 'bookshop'))
}

/** An opened workspace. */
export interface OpenedWorkspace {
  readonly workspace: Workspace
  /** Whether its sample was made just now. */
  readonly isNew: boolean
  /** Settles when the secrets of a new sample are stored, which may wait for the user's keychain. */
  readonly secretsStored: Promise<void>
}

/** Opens the folder of a workspace. @throws StartError if it cannot be opened */
export async function openLibraryWorkspace(options: OpenLibraryOptions): Promise<OpenedWorkspace> {
  const folder = libraryFolder(options)
  const isFirst = options.workspaceFolder === null && (await nodeFiles.linkInfo(folder)) === null
  const key = await options.appData.workspaceKeys.keyOf(folder, lost =>
    recogniseWorkspace(nodeFiles, folder, lost),
  )
  if (isFirst) await makeSample(options, folder, key)
  const workspace = await openIn(folder, options, key)
  if (folder === libraryFolder({ ...options, workspaceFolder: null })) await markEarlierSample(workspace)
  return {
    workspace,
    isNew: isFirst,
    secretsStored: isFirst ? storeSampleSecrets(options, workspace) : Promise.resolve(),
  }
}

/**
 * Stores the values of the sample's secrets. Without them, a send asks for them, so a failure is only logged.
 */
async function storeSampleSecrets({ appData }: OpenLibraryOptions, workspace: Workspace): Promise<void> {
  try {
    // The keychain may ask the user for its key, and no save of the workspace may wait for that.
    const key = await appData.vault.seal('sample', '')
    if (!key.ok) return
    const fields = new Map([...sampleSecrets].map(([name, value]) => [`variables.${name}`, value]))
    for (const { path, isSample } of workspace.tree.collections)
      if (isSample) await workspace.fillSecrets(path, fields)
  } catch (error) {
    logFault('storing the secrets of the sample', error)
  }
}

async function openIn(
  folder: string,
  { appData, appDataFolder }: OpenLibraryOptions,
  key: string,
): Promise<Workspace> {
  const opened = await openWorkspace(
    {
      files: isIn(appDataFolder, folder) ? privateFiles(nodeFiles) : nodeFiles,
      secrets: fileSecrets(appData.secrets),
      identities: appData.identitiesOf(key),
      checkedFolders: checkedFoldersOf(appDataFolder, key, version),
      trashFolder: join(
        appDataFolder,
        trashFolderName,
        createHash('sha256').update(key).digest('hex').slice(0, 16),
      ),
    },
    folder,
  )
  return written(opened)
}

/** Whether a folder is inside the app data, which only its owner may read. */
function isIn(appDataFolder: string, folder: string): boolean {
  return folder.startsWith(join(resolve(appDataFolder), sep))
}

/**
 * Writes the sample of a first start into a temporary folder that is moved into place when complete, as the
 * start may be killed.
 */
async function makeSample(options: OpenLibraryOptions, folder: string, key: string): Promise<void> {
  const unfinished = join(dirname(folder), `.unfinished-${basename(folder)}`)
  if ((await nodeFiles.linkInfo(unfinished)) !== null) await removeTree(nodeFiles, unfinished)
  await nodeFiles.makeFolder(unfinished, privateFolderMode)
  await writeSample(await openIn(unfinished, options, key))
  await nodeFiles.rename(unfinished, folder)
  await nodeFiles.syncFolder(dirname(folder))
}

async function writeSample(workspace: Workspace): Promise<void> {
  const { name, variables, collections } = sampleWorkspace()
  written(await workspace.saveWorkspaceFile({ entity: { name, variables }, baseVersion: null }))
  for (const collection of collections)
    written(await workspace.commands.addCollection(sampleToAdd(collection)))
}

function written<Value>(result: Result<Value, WorkspaceFailure>): Value {
  if (!result.ok) throw new StartError(`${result.failure.sentence} ${result.failure.nextStep}`)
  return result.value
}
