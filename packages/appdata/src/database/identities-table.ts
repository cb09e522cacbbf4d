import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from './in-transaction.ts'
import { type Row, textOf } from './row-reader.ts'

/** The id of one file or folder of a workspace. */
export interface IdentityRow {
  readonly path: string
  readonly id: string
  /** When the file was first missing, in milliseconds since the epoch; null while it exists. */
  readonly goneSinceMs: number | null
  /** Identifies the content last seen; empty for a folder. */
  readonly fingerprint: string
}

/** An intent of a command, which only the workspace package interprets. */
export interface IntentRow {
  readonly intentId: string
}

/** The stored ids and intents of a workspace. */
export interface StoredRows {
  readonly entries: readonly IdentityRow[]
  /** In the order in which they were written. */
  readonly intents: readonly unknown[]
}

/** Changes of the ids of a workspace. */
export interface IdentityChangeRows {
  /** Each replaces the row with the same id. */
  readonly put: readonly IdentityRow[]
  /** The ids to remove. */
  readonly drop: readonly string[]
  readonly begun: readonly IntentRow[]
  /** The ids of the intents to remove. */
  readonly settled: readonly string[]
}

/** An id and its file. */
export interface PlacedIdentity {
  /** The key of the workspace. */
  readonly workspace: string
  readonly path: string
  readonly id: string
}

export interface IdentityOperations {
  readIdentities(workspace: string): StoredRows
  /** Stores all changes or none. If an intent begins, the changes are on the disk once it returns. */
  changeIdentities(workspace: string, changes: IdentityChangeRows): void
  /** Adds the rows whose path and id do not exist yet. */
  restoreIdentities(rows: readonly PlacedIdentity[]): void
}

/**
 * Creates the operations on internal ids of files, which the files do not contain (behaviour,
 * Identity).
 */
export function identitiesTable(database: DatabaseSync): IdentityOperations {
  const read = database.prepare('SELECT * FROM identities WHERE workspace = ? ORDER BY path, id')
  const put = database.prepare(
    `INSERT INTO identities (workspace, id, path, gone_since, fingerprint) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (workspace, id) DO UPDATE SET path = excluded.path, gone_since = excluded.gone_since,
       fingerprint = excluded.fingerprint`,
  )
  const drop = database.prepare('DELETE FROM identities WHERE workspace = ? AND id = ?')
  const readIntents = database.prepare('SELECT content FROM intents WHERE workspace = ? ORDER BY sequence')
  const begin = database.prepare('INSERT INTO intents (workspace, id, content) VALUES (?, ?, ?)')
  const settle = database.prepare('DELETE FROM intents WHERE workspace = ? AND id = ?')
  const restore = database.prepare(
    `INSERT INTO identities (workspace, id, path, gone_since, fingerprint) SELECT ?1, ?2, ?3, NULL, ''
     WHERE NOT EXISTS (SELECT 1 FROM identities WHERE workspace = ?1 AND (id = ?2 OR path = ?3))`,
  )
  return {
    readIdentities: workspace => ({
      entries: read.all(workspace).map(identityOf),
      intents: readIntents.all(workspace).map((row): unknown => JSON.parse(textOf(row, 'content'))),
    }),
    changeIdentities(workspace, changes) {
      const isIntent = changes.begun.length > 0
      // A log that is synced at each commit also survives a power failure, not only the end of the process.
      if (isIntent) database.exec('PRAGMA synchronous = FULL')
      try {
        inTransaction(database, () => {
          for (const id of changes.drop) drop.run(workspace, id)
          for (const { id, path, goneSinceMs, fingerprint } of changes.put)
            put.run(workspace, id, path, goneSinceMs, fingerprint)
          for (const one of changes.begun) begin.run(workspace, one.intentId, JSON.stringify(one))
          for (const id of changes.settled) settle.run(workspace, id)
        })
      } finally {
        if (isIntent) database.exec('PRAGMA synchronous = NORMAL')
      }
    },
    restoreIdentities(rows) {
      inTransaction(database, () => {
        for (const { workspace, path, id } of rows) restore.run(workspace, id, path)
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
    fingerprint: textOf(row, 'fingerprint'),
  }
}
