import type { DatabaseSync } from 'node:sqlite'
import { bytesOf, numberOf, textOf } from './row-reader.ts'

/** An unsaved tab. */
export interface DraftRow {
  readonly tabId: string
  readonly position: number
  /** Sealed content. */
  readonly content: Uint8Array
}

export interface DraftsOperations {
  /** Replaces the draft of this tab. */
  writeDraft(row: DraftRow): void
  removeDraft(tabId: string): void
  /** Returns the drafts by position. */
  readDrafts(): readonly DraftRow[]
  /** Replaces the session of this workspace. */
  writeSession(workspace: string, content: Uint8Array): void
  readSession(workspace: string): Uint8Array | null
}

/** The tabs of all windows: the unsaved work, and the open tabs (attacks ST5, ST7). */
export function draftsTable(database: DatabaseSync): DraftsOperations {
  const write = database.prepare(
    `INSERT INTO drafts (tab_id, position, content) VALUES (?, ?, ?)
     ON CONFLICT (tab_id) DO UPDATE SET position = excluded.position, content = excluded.content`,
  )
  const remove = database.prepare('DELETE FROM drafts WHERE tab_id = ?')
  const read = database.prepare('SELECT * FROM drafts ORDER BY position, rowid')
  const writeSession = database.prepare(
    `INSERT INTO sessions (workspace, content) VALUES (?, ?)
     ON CONFLICT (workspace) DO UPDATE SET content = excluded.content`,
  )
  const readSession = database.prepare('SELECT content FROM sessions WHERE workspace = ?')
  return {
    writeDraft({ tabId, position, content }) {
      write.run(tabId, position, content)
    },
    removeDraft(tabId) {
      remove.run(tabId)
    },
    readDrafts: () =>
      read.all().map(row => ({
        tabId: textOf(row, 'tab_id'),
        position: numberOf(row, 'position'),
        content: bytesOf(row, 'content'),
      })),
    writeSession(workspace, content) {
      writeSession.run(workspace, content)
    },
    readSession(workspace) {
      const row = readSession.get(workspace)
      return row === undefined ? null : bytesOf(row, 'content')
    },
  }
}
