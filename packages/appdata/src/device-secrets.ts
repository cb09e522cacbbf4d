import { readScriptPermissionField } from '@parley/model'
import type { IdentityRow } from './database/identities-table.ts'
import { identitiesIn, readingDatabase, readingVault } from './read-app-data.ts'
import { fileSecrets, LockedError } from './secrets/file-secrets.ts'
import { SecretStore } from './secrets/secret-store.ts'

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
  const identities =
    (await readingDatabase(appDataFolder, async operations =>
      identitiesIn(operations, appDataFolder, workspaceFolders),
    )) ?? []
  const secrets = fileSecrets(new SecretStore(appDataFolder, readingVault(appDataFolder)))
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
