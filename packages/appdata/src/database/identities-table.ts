import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from './in-transaction.ts'
import { type Row, textOf } from './row-reader.ts'

/** The id of one file or folder of a workspace. */
export interface IdentityRow {
  readonly path: string
  readonly id: string
  /** When it was first missing, in milliseconds since the epoch; null while it is there. */
  readonly goneSinceMs: number | null
}

export interface IdentityOperations {
  readIdentities(workspace: string): readonly IdentityRow[]
  /** Takes the place of all that was there for the workspace. */
  writeIdentities(workspace: string, rows: readonly IdentityRow[]): void
}

/** Which internal id belongs to which file, as no id stands in the files (product decisions, Identity). */
export function identitiesTable(database: DatabaseSync): IdentityOperations {
  const read = database.prepare(
    'SELECT path, id, gone_since FROM identities WHERE workspace = ? ORDER BY path',
  )
  const clear = database.prepare('DELETE FROM identities WHERE workspace = ?')
  const insert = database.prepare(
    'INSERT INTO identities (workspace, path, id, gone_since) VALUES (?, ?, ?, ?)',
  )
  return {
    readIdentities: workspace => read.all(workspace).map(identityOf),
    writeIdentities(workspace, rows) {
      inTransaction(database, () => {
        clear.run(workspace)
        for (const { path, id, goneSinceMs } of rows) insert.run(workspace, path, id, goneSinceMs)
      })
    },
  }
}

function identityOf(row: Row): IdentityRow {
  const goneSince = row.gone_since
  return {
    path: textOf(row, 'path'),
    id: textOf(row, 'id'),
    goneSinceMs: typeof goneSince === 'number' ? goneSince : null,
  }
}
