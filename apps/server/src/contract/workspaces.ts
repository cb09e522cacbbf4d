import { oc, type } from '@orpc/contract'
import * as z from 'zod'
import type { Done } from './library-messages.ts'
import type { NotDone } from './messages.ts'

/** A recently opened workspace. */
export interface RecentWorkspace {
  readonly folder: string
  readonly name: string
  /** Whether it is open now. */
  readonly isOpen: boolean
}

/** Which workspace is open. Windows that show another one restart with its tabs. */
export interface WorkspaceEvent {
  readonly type: 'workspace'
  readonly folder: string
}

/** A copy of a workspace that can be opened as a workspace. */
export interface Backup {
  readonly folder: string
  readonly workspaceName: string
  /** Milliseconds since the epoch. */
  readonly madeAtMs: number
  readonly sizeBytes: number
}

/** The outcome of a backup of the open workspace, sent only to the window that requested it. */
export type BackupEvent = { readonly type: 'backup' } & (
  | { readonly state: 'made'; readonly folder: string }
  | NotDone
)

/** Commands on the open workspace; all windows show the same one. */
export const workspaces = {
  /** Lists recent workspaces, the latest first. */
  list: oc.output(type<readonly RecentWorkspace[]>()),
  /** Opens the workspace in a folder and notifies every window. */
  open: oc.input(z.strictObject({ folder: z.string().trim().min(1).max(4096) })).output(type<Done>()),
  /** Creates an empty workspace in the app data, or in an empty or new folder, and opens it. */
  create: oc
    .input(
      z.strictObject({
        name: z.string().trim().min(1).max(200),
        folder: z.string().trim().max(4096).default(''),
      }),
    )
    .output(type<Done>()),
  /** Starts to copy all files of the open workspace into the app data. */
  backUp: oc.input(z.strictObject({ windowId: z.uuid() })).output(type<Record<string, never>>()),
  /** Lists backups, the latest first. */
  listBackups: oc.output(type<readonly Backup[]>()),
  /** Deletes a backup permanently. */
  removeBackup: oc.input(z.strictObject({ folder: z.string().max(4096) })).output(type<Done>()),
}
