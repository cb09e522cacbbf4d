import { createHash } from 'node:crypto'
import { basename, join, resolve } from 'node:path'
import {
  AppData,
  acquireLock,
  describeRecovery,
  fileSecrets,
  openAppDataFolder,
  trashFolderName,
  usedKeychain,
} from '@parley/appdata'
import { errorCodeOf, nodeFiles, privateFiles } from '@parley/files'
import { failed, ok, type Result, readScriptPermissionField } from '@parley/model'
import {
  Globals,
  type IdentityStore,
  noIdentityStore,
  openWorkspace,
  recogniseWorkspace,
  type SecretStore,
  type Workspace,
} from '@parley/workspace'
import { note } from '../output/standard-error.ts'

/** A workspace that is written into. */
export interface TargetWorkspace {
  readonly workspace: Workspace
  /** The variables of every workspace; null if another program has the app data. */
  readonly globals: Globals | null
  /** Values of secrets that had to be left out, as another program has the app data; they are in no file either. */
  readonly secretsLeftOut: () => number
  close(): Promise<void>
}

/** What is kept outside of the workspace's folder. */
interface Kept {
  readonly key: string
  readonly identities: IdentityStore
  readonly secrets: SecretStore
  readonly globals: Globals | null
  readonly secretsLeftOut: () => number
  close(): Promise<void>
}

/**
 * Opens the folder of a workspace to write into it; one that is not there, or is empty, is made. The failure is a
 * sentence.
 */
export async function openTargetWorkspace(typed: string): Promise<Result<TargetWorkspace, string>> {
  const folder = resolve(typed)
  const isNew = await isNewWorkspace(folder)
  if (typeof isNew === 'string') return failed(isNew)
  const appDataFolder = openAppDataFolder(note)
  const kept = await openKept(appDataFolder, folder)
  if (typeof kept === 'string') return failed(kept)
  const trashName = createHash('sha256').update(kept.key).digest('hex').slice(0, 16)
  const opened = await openWorkspace(
    {
      files: nodeFiles,
      secrets: kept.secrets,
      identities: kept.identities,
      trashFolder: join(appDataFolder, trashFolderName, trashName),
    },
    folder,
  )
  if (!opened.ok) {
    await kept.close()
    return failed(`${opened.failure.sentence} ${opened.failure.nextStep}`)
  }
  const workspace = opened.value
  if (isNew) {
    const noun = { name: basename(folder), variables: [] }
    const saved = await workspace.saveWorkspaceFile({ noun, baseVersion: null })
    if (!saved.ok) {
      await kept.close()
      return failed(`${saved.failure.sentence} ${saved.failure.nextStep}`)
    }
  }
  return ok({
    workspace,
    globals: kept.globals,
    secretsLeftOut: kept.secretsLeftOut,
    close: kept.close,
  })
}

/** Makes the folder; false if something is in it, a sentence where it can be no workspace. */
async function isNewWorkspace(folder: string): Promise<boolean | string> {
  try {
    const info = await nodeFiles.info(folder)
    if (info !== null && info.kind !== 'folder') return `${folder} is no folder. Give one to --into.`
    await nodeFiles.makeFolder(folder)
    return (await nodeFiles.list(folder)).length === 0
  } catch (error) {
    const code = errorCodeOf(error)
    if (code === '') throw error
    return `The folder ${folder} could not be opened (${code}).`
  }
}

async function openKept(appDataFolder: string, workspaceFolder: string): Promise<Kept | string> {
  const outcome = await acquireLock(appDataFolder, { isAnswering: async () => true, waitMs: 0 })
  if (outcome.state !== 'owned') return withoutAppData(workspaceFolder)
  const { lock } = outcome
  const appData = await AppData.open(appDataFolder, { keychain: usedKeychain })
  if (!appData.ok) {
    await lock.release()
    return `A newer Parley wrote the data in ${appDataFolder}. Use that one, or set PARLEY_HOME to another folder.`
  }
  const { isRecovered, recovery } = appData.value
  if (isRecovered && recovery !== null) {
    const { sentence, lines, nextStep } = describeRecovery(recovery)
    note([sentence, ...lines, nextStep].join('\n'))
  }
  const secrets = fileSecrets(appData.value.secrets)
  const key = await appData.value.workspaceKeys.keyOf(workspaceFolder, lost =>
    recogniseWorkspace(nodeFiles, workspaceFolder, lost),
  )
  return {
    key,
    identities: appData.value.identitiesOf(key),
    secrets,
    globals: new Globals(privateFiles(nodeFiles), appDataFolder, secrets, workspaceFolder),
    secretsLeftOut: () => 0,
    async close() {
      await appData.value.close()
      await lock.release()
    },
  }
}

/** A Parley that runs owns the app data; the files that are written are seen by it all the same. */
function withoutAppData(workspaceFolder: string): Kept {
  let leftOut = 0
  return {
    key: workspaceFolder,
    identities: noIdentityStore,
    globals: null,
    secrets: {
      read: async () => new Map(),
      write: async (_file, values) => {
        leftOut += [...values.keys()].filter(field => readScriptPermissionField(field) === null).length
      },
    },
    secretsLeftOut: () => leftOut,
    close: async () => {},
  }
}
