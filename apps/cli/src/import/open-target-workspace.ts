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
import { errorCodeOf, nodeFiles, privateFiles, sweepFolder } from '@parley/files'
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
import type { Io } from '../io/io.ts'

/** A workspace to import into. */
export interface TargetWorkspace {
  readonly workspace: Workspace
  /** The variables of all workspaces; null if another program uses the app data. */
  readonly globals: Globals | null
  /**
   * How many values of secrets were left out because another program uses the app data. They are in no file
   * either.
   */
  readonly secretsLeftOut: () => number
  close(): Promise<void>
}

/** The stores outside of the workspace's folder. */
interface Stores {
  readonly key: string
  readonly identities: IdentityStore
  readonly secrets: SecretStore
  readonly globals: Globals | null
  readonly secretsLeftOut: () => number
  close(): Promise<void>
}

/**
 * Opens the folder of a workspace for writing; a missing or empty folder becomes a new workspace. The failure
 * is a sentence.
 */
export async function openTargetWorkspace(typed: string, io: Io): Promise<Result<TargetWorkspace, string>> {
  const folder = resolve(io.cwd, typed)
  const isNew = await isNewWorkspace(folder)
  if (typeof isNew === 'string') return failed(isNew)
  const appDataFolder = openAppDataFolder(note => io.stderr.printNote(note), io.env)
  const kept = await openStores(appDataFolder, folder, io)
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
    const entity = { name: basename(folder), variables: [] }
    const saved = await workspace.saveWorkspaceFile({ entity, baseVersion: null })
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

/** Creates the folder. Returns false if it is not empty, and a sentence if it cannot be a workspace. */
async function isNewWorkspace(folder: string): Promise<boolean | string> {
  try {
    const info = await nodeFiles.info(folder)
    if (info !== null && info.kind !== 'folder') return `${folder} is not a folder. Give one to --into.`
    await nodeFiles.makeFolder(folder)
    await sweepFolder(nodeFiles, folder)
    return (await nodeFiles.list(folder)).length === 0
  } catch (error) {
    const code = errorCodeOf(error)
    if (code === '') throw error
    return `The folder ${folder} could not be opened (${code}).`
  }
}

async function openStores(appDataFolder: string, workspaceFolder: string, io: Io): Promise<Stores | string> {
  const outcome = await acquireLock(appDataFolder, { isAnswering: async () => true, waitMs: 0 })
  if (outcome.state !== 'owned') return storesWithoutAppData(workspaceFolder)
  const { lock } = outcome
  const appData = await AppData.open(appDataFolder, {
    keychain: () => usedKeychain(io.env),
    // Nothing else waits for this program.
    ownThread: false,
  })
  if (!appData.ok) {
    await lock.release()
    return `A newer version of Parley wrote the data in ${appDataFolder}. Use that version, or set PARLEY_HOME to another folder.`
  }
  const { isRecovered, recovery } = appData.value
  if (isRecovered && recovery !== null) {
    const { sentence, lines, nextStep } = describeRecovery(recovery)
    io.stderr.printNote(sentence)
    io.stderr.printLines(`${[...lines, nextStep].join('\n')}\n`)
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

/** A running Parley owns the app data. It notices the written files all the same. */
function storesWithoutAppData(workspaceFolder: string): Stores {
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
