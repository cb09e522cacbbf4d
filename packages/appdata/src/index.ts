export { type ActiveEnvironments, openActiveEnvironments } from './active-environments.ts'
export { AppData, type AppDataOptions, type StoredIdentityAccess } from './app-data.ts'
export { appDataFolder, openAppDataFolder, trashFolderName } from './app-data-folder.ts'
export { AssistantKeys, readAssistantKey } from './assistant-key.ts'
export { checkedFoldersOf } from './checked-folders.ts'
export { DatabaseError, type NewerDatabase } from './database/app-database.ts'
export { type DescribedRecovery, describeRecovery } from './database/describe-recovery.ts'
export { type DeviceOutcomes, readingDeviceOutcomes } from './device-outcomes.ts'
export { type DeviceSecretPart, type DeviceSecrets, readDeviceSecrets } from './device-secrets.ts'
export {
  type Draft,
  DraftJournal,
  type EditedDraft,
  type OpenTab,
  type ReadDrafts,
  type TabSession,
} from './draft-journal.ts'
export { type FileBodyStore, openFileBodyStore } from './file-body-store.ts'
export type { SentFrom, SentSession, StoredSession } from './history/history-outcome.ts'
export { type HistoryPage, type HistoryQuery, HistoryStore } from './history/history-store.ts'
export { type AppDataLock, acquireLock, type LockOptions, type LockOutcome } from './lock/acquire-lock.ts'
export { callInstance, tokenHeader } from './lock/call-instance.ts'
export { type Instance, readInstance } from './lock/instance-file.ts'
export { openPageMemory, type PageMemory } from './page-memory.ts'
export {
  type KeptResult,
  type MissingRunBody,
  type NewRun,
  RunStore,
  runPieceSize,
} from './run-store.ts'
export { SchemaStore, type StoredSchema } from './schema-store.ts'
export { allFileSecrets, type FileSecretStore, fileSecrets, LockedError } from './secrets/file-secrets.ts'
export { type Keychain, systemKeychain, usedKeychain } from './secrets/keychain.ts'
export { describeLocked, type Locked, type LockedReason } from './secrets/locked.ts'
export { type SecretAddress, SecretStore } from './secrets/secret-store.ts'
export { Vault, type VaultOptions } from './secrets/vault.ts'
export { openServerIdentity, type ServerIdentity } from './server-identity.ts'
export { openSettingsFile, type SettingsFile } from './settings-file.ts'
export {
  absoluteFolder,
  type LostWorkspace,
  type RecogniseWorkspace,
  storedFolder,
  WorkspaceKeys,
} from './workspace-keys.ts'
