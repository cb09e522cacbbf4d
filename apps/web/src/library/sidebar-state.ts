import type { ServerClient } from '../server-client/server-client.ts'
import type { TreeEntry } from './find-entry.ts'

/** The questions and the state of the sidebar's commands. */
export interface SidebarState {
  /** The row with the keyboard focus; null for the row of the active tab. */
  readonly chosenId: string | null
  /** The row whose name is being typed. */
  readonly renamingId: string | null
  /** The new request whose name is typed for the first time: its URL is next. */
  readonly newRequestId: string | null
  /** The entry that is deleted after confirmation. */
  readonly removing: TreeEntry | null
}

/** The calls that change the library. */
export type SidebarCalls = Pick<
  ServerClient['library'],
  'createRequest' | 'rename' | 'duplicate' | 'move' | 'undoMove' | 'remove' | 'restore'
>

/** Open tabs that follow the file of a request, collection or folder. */
export interface FollowingTabs {
  refresh(id: string): Promise<void>
}
