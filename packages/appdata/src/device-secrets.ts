import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { nodeFiles } from '@parley/files'
import { readScriptPermissionField } from '@parley/model'
import { databaseFileName } from './database/database-files.ts'
import { type IdentityRow, identitiesTable } from './database/identities-table.ts'
import { workspacesTable } from './database/workspaces-table.ts'
import { fileSecrets, LockedError } from './secrets/file-secrets.ts'
import { usedKeychain } from './secrets/keychain.ts'
import { SecretStore } from './secrets/secret-store.ts'
import { Vault } from './secrets/vault.ts'
import { storedFolder } from './workspace-keys.ts'

/** What this device stores about the secrets of a workspace: their values, or only the decisions about scripts. */
export interface DeviceSecrets {
  /** Empty: the app data does not know the workspace. */
  readonly identities: readonly IdentityRow[]
  /** Returns the fields of a file from the store of secrets; none if the store is locked. */
  fieldsOf(fileId: string): Promise<ReadonlyMap<string, string>>
  /** Returns whether a field could not be read because the store is locked. */
  wasLocked(): boolean
}

/**
 * `permissions`: only which secrets scripts may read. `values`: only the values, so that scripts may read none
 * of them.
 */
export type DeviceSecretPart = 'permissions' | 'values'

/**
 * Reads one part of the stored secrets without writing anything, even while Parley is running. If the app data is
 * missing or unreadable, there are none.
 * @param workspaceFolders the paths by which the workspace may be known; the first known one counts
 */
export async function readDeviceSecrets(
  appDataFolder: string,
  workspaceFolders: readonly string[],
  part: DeviceSecretPart,
): Promise<DeviceSecrets> {
  const identities = await identitiesIn(appDataFolder, workspaceFolders)
  const vault = new Vault({
    folder: appDataFolder,
    keychain: usedKeychain,
    // A reader must not create a new key in place of a missing one.
    isInUse: async () => true,
  })
  const secrets = fileSecrets(new SecretStore(appDataFolder, vault))
  let isLocked = false
  return {
    identities,
    wasLocked: () => isLocked,
    async fieldsOf(fileId) {
      try {
        if (part === 'permissions') return await secrets.readPermissions(fileId)
        const fields = await secrets.read(fileId)
        return new Map([...fields].filter(([name]) => readScriptPermissionField(name) === null))
      } catch (error) {
        if (!(error instanceof LockedError)) throw error
        isLocked = true
        return new Map()
      }
    },
  }
}

async function identitiesIn(
  appDataFolder: string,
  workspaceFolders: readonly string[],
): Promise<readonly IdentityRow[]> {
  const path = join(appDataFolder, databaseFileName)
  if ((await nodeFiles.linkInfo(path).catch(() => null)) === null) return []
  try {
    const database = new DatabaseSync(path, { readOnly: true, timeout: 1000 })
    try {
      const folders = workspaceFolders.map(folder => storedFolder(appDataFolder, folder))
      const workspaces = workspacesTable(database).readWorkspaces()
      const known = folders.flatMap(folder => workspaces.filter(one => one.folder === folder))
      const { readIdentities } = identitiesTable(database)
      return known.map(one => readIdentities(one.key).entries).find(rows => rows.length > 0) ?? []
    } finally {
      database.close()
    }
  } catch {
    // The database is damaged, of another version, or busy: unknown permissions are not granted.
    return []
  }
}
