export type * from './agent-contract.ts'
export type * from './assistant-contract.ts'
export type * from './auth-contract.ts'
export type * from './body-messages.ts'
export type * from './certificates-contract.ts'
export { contract, pageTextNames } from './contract.ts'
export {
  nothingUnsaved,
  type UnsavedContainer,
  type UnsavedDrafts,
  type UnsavedVariables,
} from './contract-inputs.ts'
export type * from './desktop-contract.ts'
export type * from './export-contract.ts'
export type * from './import-contract.ts'
export * from './library-changes.ts'
export type * from './library-messages.ts'
export type * from './live-contract.ts'
export type * from './load-contract.ts'
export type * from './messages.ts'
export type * from './run-contract.ts'
export type * from './schema-contract.ts'
export type * from './updates-contract.ts'
export type * from './window-events.ts'
export type { Backup, BackupEvent, RecentWorkspace, WorkspaceEvent } from './workspaces.ts'
