import { oc, type } from '@orpc/contract'
import * as z from 'zod'
import type { Done } from './library-messages.ts'

/** A workspace that was open before. */
export interface RecentWorkspace {
  readonly folder: string
  readonly name: string
  /** The one that is open now. */
  readonly isOpen: boolean
}

/** Another workspace is open now: windows begin anew with its tabs. */
export interface WorkspaceEvent {
  readonly type: 'workspace'
}

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
}
