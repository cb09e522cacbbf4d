import { oc, type } from '@orpc/contract'
import * as z from 'zod'
import type { Done } from './library-messages.ts'
import type { NotDone } from './messages.ts'

/** A workspace that was open before. */
export interface RecentWorkspace {
  readonly folder: string
  readonly name: string
  /** The one that is open now. */
  readonly isOpen: boolean
}

/** Which workspace is open: windows that show another one begin anew with its tabs. */
export interface WorkspaceEvent {
  readonly type: 'workspace'
  readonly folder: string
}

/** A copy of a workspace that opens as one. */
export interface Backup {
  readonly folder: string
  readonly workspaceName: string
  /** Milliseconds since 1970. */
  readonly madeAtMs: number
  readonly sizeBytes: number
}

/** How a backup of the open workspace ended: the one window that asked is told. */
export type BackupEvent = { readonly type: 'backup' } & (
  | { readonly state: 'made'; readonly folder: string }
  | NotDone
)

/** Which workspace is open; all windows show the same one. */
export const workspaces = {
  /** The latest first. */
  list: oc.output(type<readonly RecentWorkspace[]>()),
  /** Opens the workspace in a folder; every window is told. */
  open: oc.input(z.strictObject({ folder: z.string().trim().min(1).max(4096) })).output(type<Done>()),
  /** Makes an empty workspace in the app data, or in an empty or new folder, and opens it. */
  create: oc
    .input(
      z.strictObject({
        name: z.string().trim().min(1).max(200),
        folder: z.string().trim().max(4096).default(''),
      }),
    )
    .output(type<Done>()),
  /** Begins to copy all files of the open workspace into the app data. */
  backUp: oc.input(z.strictObject({ windowId: z.uuid() })).output(type<Record<string, never>>()),
  /** The latest first. */
  listBackups: oc.output(type<readonly Backup[]>()),
  /** Removes a backup for good. */
  removeBackup: oc.input(z.strictObject({ folder: z.string().max(4096) })).output(type<Done>()),
}
