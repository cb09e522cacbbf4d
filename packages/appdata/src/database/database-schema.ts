import type { DatabaseSync } from 'node:sqlite'

/** One step from a version of the database to the next; it runs in a transaction of its own. */
export type Migration = (database: DatabaseSync) => void

/**
 * The steps from an empty database to the one that this version knows; its version is their count. A step
 * that was once released is never changed. What users typed stands in it sealed (`content`, `summary`,
 * `detail`), so that the file gives away no secret.
 */
export const migrations: readonly Migration[] = [
  database =>
    database.exec(`
      CREATE TABLE history (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        sent_at INTEGER NOT NULL,
        request_id TEXT,
        body_file TEXT,
        summary BLOB NOT NULL,
        detail BLOB NOT NULL
      ) STRICT;
      CREATE INDEX history_by_time ON history (sent_at, sequence);
      CREATE TABLE drafts (
        tab_id TEXT PRIMARY KEY,
        position INTEGER NOT NULL,
        content BLOB NOT NULL
      ) STRICT;
      CREATE TABLE sessions (
        workspace TEXT PRIMARY KEY,
        content BLOB NOT NULL
      ) STRICT;
      CREATE TABLE identities (
        workspace TEXT NOT NULL,
        path TEXT NOT NULL,
        id TEXT NOT NULL,
        gone_since REAL,
        PRIMARY KEY (workspace, path)
      ) STRICT, WITHOUT ROWID;
    `),
]
