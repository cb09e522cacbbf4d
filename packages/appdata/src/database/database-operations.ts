import type { DatabaseSync } from 'node:sqlite'
import { type DraftsOperations, draftsTable } from './drafts-table.ts'
import { type HistoryOperations, historyTable } from './history-table.ts'
import { type IdentityOperations, identitiesTable } from './identities-table.ts'
import { numberOf } from './row-reader.ts'
import { type RunOperations, runsTable } from './runs-table.ts'
import { type WorkspaceOperations, workspacesTable } from './workspaces-table.ts'

/** All operations of the database. The system has all changes of a call once it returns. */
export interface DatabaseOperations
  extends HistoryOperations,
    DraftsOperations,
    IdentityOperations,
    RunOperations,
    WorkspaceOperations,
    ContentOperations {}

export interface ContentOperations {
  /** Counts the rows of each kind, and those with sealed content. */
  countRows(): RowCounts
}

export interface RowCounts {
  readonly historyEntries: number
  readonly drafts: number
  readonly sealedRows: number
}

/** Creates the operations on an open database. */
export function databaseOperations(database: DatabaseSync): DatabaseOperations {
  const count = database.prepare(
    `SELECT (SELECT count(*) FROM history) AS history, (SELECT count(*) FROM drafts) AS drafts,
       (SELECT count(*) FROM sessions) AS sessions, (SELECT count(*) FROM runs) AS runs`,
  )
  return {
    ...historyTable(database),
    ...draftsTable(database),
    ...identitiesTable(database),
    ...runsTable(database),
    ...workspacesTable(database),
    countRows() {
      const row = count.get() ?? {}
      const historyEntries = numberOf(row, 'history')
      const drafts = numberOf(row, 'drafts')
      const sealedRows = historyEntries + drafts + numberOf(row, 'sessions') + numberOf(row, 'runs')
      return { historyEntries, drafts, sealedRows }
    },
  }
}
