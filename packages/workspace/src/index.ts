export type { AddedCollection, NewCollection } from './commands/add-collection.ts'
export type { LeftOut } from './commands/collection-files.ts'
export type { OpenedFolder } from './commands/entry-edits.ts'
export type { CreatedItem, MoveRecord, WorkspaceCommands } from './commands/workspace-commands.ts'
export type { Damage, DamageCode } from './documents/damage.ts'
export { mapYamlTexts, type YamlText, type YamlTextChange } from './documents/map-yaml-texts.ts'
export { freeFileName } from './file-name-for.ts'
export { Globals } from './globals.ts'
export {
  type IdentityChanges,
  type IdentityEntry,
  type IdentityStore,
  noIdentityStore,
  type StoredIdentities,
} from './identity/identity-store.ts'
export type { Intent } from './identity/intent.ts'
export { recogniseWorkspace } from './identity/recognise-workspace.ts'
export { listsCollection } from './lists-collection.ts'
export { mayAgentsUse } from './may-agents-use.ts'
export { openWorkspace, type WorkspaceHost } from './open-workspace.ts'
export {
  type IsWanted,
  type LeaveOut,
  type MissingSecrets,
  readEnvironmentFile,
  readWholeCollection,
  type WholeCollection,
} from './read-whole-collection.ts'
export { markEarlierSample } from './sample/mark-earlier-sample.ts'
export { sampleSecrets, sampleToAdd, sampleWorkspace } from './sample/sample-workspace.ts'
export { missingAuthFields } from './secrets/missing-auth-fields.ts'
export type { SecretStore } from './secrets/secret-store.ts'
export { secretTexts } from './secrets/stored-format.ts'
export {
  bundledText,
  type ShareableCollection,
  shareableCollection,
} from './shareable-collection.ts'
export { takeSnapshot, unfinishedSnapshot } from './trash/snapshot.ts'
export type { DeletedEntry } from './trash/trash.ts'
export type { WorkspaceChanges } from './tree/known-workspace.ts'
export { describeRefusedListings, type RefusedListing } from './tree/listed-collections.ts'
export type { ListedExample } from './tree/listed-examples.ts'
export type {
  CollectionEntry,
  EnvironmentEntry,
  FolderEntry,
  RequestEntry,
  TreeItem,
  WorkspaceTree,
} from './tree/workspace-tree.ts'
export { typedSecrets } from './typed-secrets.ts'
export type { WorkspaceWatch } from './watch/workspace-watch.ts'
export type { Workspace } from './workspace.ts'
export type { Opened, OpenedFile, SaveFailure, SaveInput } from './workspace-documents.ts'
export type { WorkspaceFailure, WorkspaceFailureCode } from './workspace-failure.ts'
