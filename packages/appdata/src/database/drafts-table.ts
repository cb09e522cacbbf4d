import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from './in-transaction.ts'
import { bytesOf, numberOf, textOf } from './row-reader.ts'

/** An unsaved tab. */
export interface DraftRow {
  readonly tabId: string
  readonly position: number
  /** Sealed content. */
  readonly content: Uint8Array
}

/** A change of an unsaved tab since its draft was written. */
export interface DraftEditRow {
  readonly tabId: string
  /** From 1. */
  readonly number: number
  /** Sealed content. */
  readonly content: Uint8Array
}

export interface DraftsOperations {
  /** Replaces the draft of this tab, and removes its edits. */
  writeDraft(row: DraftRow): void
  /** Adds an edit to the draft of this tab, in the place of those from its number on. */
  writeDraftEdit(row: DraftEditRow): void
  /** Removes the draft and its edits. */
  removeDraft(tabId: string): void
  /** Returns the drafts by position. */
  readDrafts(): readonly DraftRow[]
  /** Returns the edits of all drafts, those of a draft by their numbers. */
  readDraftEdits(): readonly DraftEditRow[]
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
  const removeEdits = database.prepare('DELETE FROM draft_edits WHERE tab_id = ? AND number >= ?')
  const writeEdit = database.prepare('INSERT INTO draft_edits (tab_id, number, content) VALUES (?, ?, ?)')
  const readEdits = database.prepare('SELECT * FROM draft_edits ORDER BY tab_id, number')
  const writeSession = database.prepare(
    `INSERT INTO sessions (workspace, content) VALUES (?, ?)
     ON CONFLICT (workspace) DO UPDATE SET content = excluded.content`,
  )
  const readSession = database.prepare('SELECT content FROM sessions WHERE workspace = ?')
  return {
    writeDraft({ tabId, position, content }) {
      inTransaction(database, () => {
        removeEdits.run(tabId, 0)
        write.run(tabId, position, content)
      })
    },
    writeDraftEdit({ tabId, number, content }) {
      inTransaction(database, () => {
        removeEdits.run(tabId, number)
        writeEdit.run(tabId, number, content)
      })
    },
    removeDraft(tabId) {
      inTransaction(database, () => {
        removeEdits.run(tabId, 0)
        remove.run(tabId)
      })
    },
    readDrafts: () =>
      read.all().map(row => ({
        tabId: textOf(row, 'tab_id'),
        position: numberOf(row, 'position'),
        content: bytesOf(row, 'content'),
      })),
    readDraftEdits: () =>
      readEdits.all().map(row => ({
        tabId: textOf(row, 'tab_id'),
        number: numberOf(row, 'number'),
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
