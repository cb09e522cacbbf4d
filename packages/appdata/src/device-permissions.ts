import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { nodeFiles } from '@parley/files'
import { databaseFileName } from './database/database-files.ts'
import { type IdentityRow, identitiesTable } from './database/identities-table.ts'
import { workspacesTable } from './database/workspaces-table.ts'
import { fileSecrets, LockedError } from './secrets/file-secrets.ts'
import { usedKeychain } from './secrets/keychain.ts'
import { SecretStore } from './secrets/secret-store.ts'
import { Vault } from './secrets/vault.ts'
import { storedFolder } from './workspace-keys.ts'

/** What the user of this device decided in a workspace about secrets and scripts. */
export interface DevicePermissions {
  /** Empty: the app data does not know the workspace. */
  readonly identities: readonly IdentityRow[]
  /** The fields of the store of secrets that are permissions; none if the store is locked. */
  fieldsOf(fileId: string): Promise<ReadonlyMap<string, string>>
  /** Whether a permission could not be read because the store is locked. */
  wasLocked(): boolean
}

/**
 * Reads permissions beside a Parley that may be running, and writes nothing. App data that is not there, or cannot
 * be read, gives no permission.
 * @param workspaceFolders the paths by which the workspace may be known; the first that is known counts
 */
export async function readDevicePermissions(
  appDataFolder: string,
  workspaceFolders: readonly string[],
): Promise<DevicePermissions> {
  const identities = await identitiesIn(appDataFolder, workspaceFolders)
  const vault = new Vault({
    folder: appDataFolder,
    keychain: usedKeychain,
    // A key that is gone is not made anew by a reader.
    isInUse: async () => true,
  })
  const secrets = fileSecrets(new SecretStore(appDataFolder, vault))
  let isLocked = false
  return {
    identities,
    wasLocked: () => isLocked,
    async fieldsOf(fileId) {
      try {
        return await secrets.readPermissions(fileId)
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
    // Damaged, of another version, or busy: what is not known is not allowed.
    return []
  }
}
