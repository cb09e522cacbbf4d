import type { DatabaseSync } from 'node:sqlite'
import { textOf } from './row-reader.ts'

/** A workspace that was opened before. */
export interface WorkspaceRow {
  /** Identifies the workspace in all other tables, wherever its folder is. */
  readonly key: string
  /** Absolute, or relative to the folder of the app data with a leading `./`. */
  readonly folder: string
}

export interface WorkspaceOperations {
  readWorkspaces(): readonly WorkspaceRow[]
  /** Replaces the row with this key. */
  writeWorkspace(row: WorkspaceRow): void
}

/** Creates the operations on the folders of workspaces. */
export function workspacesTable(database: DatabaseSync): WorkspaceOperations {
  const read = database.prepare('SELECT key, folder FROM workspaces ORDER BY rowid')
  const write = database.prepare(
    `INSERT INTO workspaces (key, folder) VALUES (?, ?)
     ON CONFLICT (key) DO UPDATE SET folder = excluded.folder`,
  )
  return {
    readWorkspaces: () => read.all().map(row => ({ key: textOf(row, 'key'), folder: textOf(row, 'folder') })),
    writeWorkspace({ key, folder }) {
      write.run(key, folder)
    },
  }
}
