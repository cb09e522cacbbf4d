export { openAppDataFolder } from './app-data-folder.ts'
export { AppDatabase, DatabaseError, type NewerDatabase } from './database/app-database.ts'
export {
  type Draft,
  DraftJournal,
  type OpenTab,
  type ReadDrafts,
  type TabSession,
} from './drafts/draft-journal.ts'
export { type FileBodyStore, openFileBodyStore } from './file-body-store.ts'
export { type Keychain, systemKeychain } from './secrets/keychain.ts'
export { describeLocked, type Locked, type LockedReason } from './secrets/locked.ts'
export { type SecretAddress, SecretStore } from './secrets/secret-store.ts'
export { Vault, type VaultOptions } from './secrets/vault.ts'
export { openSettingsFile, type SettingsFile } from './settings-file.ts'
export { sweepLeftovers } from './sweep-leftovers.ts'
