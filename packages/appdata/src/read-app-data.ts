import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { nodeFiles } from '@parley/files'
import { databaseFileName } from './database/database-files.ts'
import { type DatabaseOperations, databaseOperations } from './database/database-operations.ts'
import type { IdentityRow } from './database/identities-table.ts'
import { usedKeychain } from './secrets/keychain.ts'
import { Vault } from './secrets/vault.ts'
import { storedFolder } from './workspace-keys.ts'

/**
 * Lets a task read the database of the app data without writing anything, even while Parley is running. Resolves to null if
 * there is none, or if it is damaged, of another version, or busy.
 */
export async function readingDatabase<Value>(
  appDataFolder: string,
  task: (operations: DatabaseOperations) => Promise<Value>,
): Promise<Value | null> {
  const path = join(appDataFolder, databaseFileName)
  if ((await nodeFiles.linkInfo(path).catch(() => null)) === null) return null
  try {
    const database = new DatabaseSync(path, { readOnly: true, timeout: 1000 })
    try {
      return await task(databaseOperations(database))
    } finally {
      database.close()
    }
  } catch {
    return null
  }
}

/** Returns the identities of the first of the folders that the app data knows as a workspace; none if it knows none. */
export function identitiesIn(
  operations: DatabaseOperations,
  appDataFolder: string,
  workspaceFolders: readonly string[],
): readonly IdentityRow[] {
  const folders = workspaceFolders.map(folder => storedFolder(appDataFolder, folder))
  const workspaces = operations.readWorkspaces()
  const known = folders.flatMap(folder => workspaces.filter(one => one.folder === folder))
  return known.map(one => operations.readIdentities(one.key).entries).find(rows => rows.length > 0) ?? []
}

/** Returns the vault for a reader, which must not create a new key in place of a missing one. */
export function readingVault(appDataFolder: string): Vault {
  return new Vault({ folder: appDataFolder, keychain: usedKeychain, isInUse: async () => true })
}
