import type { DatabaseSync } from 'node:sqlite'

/** One step from a version of the database to the next; it runs in its own transaction. */
export type Migration = (database: DatabaseSync) => void

/**
 * The steps from an empty database to the present version, which is their number. A released step is never
 * changed. Texts of the user are stored sealed (`content`, `summary`, `detail`, `rows`, `results`), so that
 * the file reveals no secret.
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
  database =>
    database.exec(`
      CREATE TABLE runs (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        target_id TEXT NOT NULL,
        size_bytes INTEGER NOT NULL,
        summary BLOB NOT NULL
      ) STRICT;
      CREATE INDEX runs_by_target ON runs (target_id, sequence);
      CREATE TABLE run_pieces (
        run_id TEXT NOT NULL,
        piece INTEGER NOT NULL,
        rows BLOB NOT NULL,
        results BLOB NOT NULL,
        UNIQUE (run_id, piece)
      ) STRICT;
      CREATE TABLE run_bodies (
        body_file TEXT PRIMARY KEY,
        run_id TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX run_bodies_by_run ON run_bodies (run_id);
    `),
  // Stores IDs by themselves instead of by path, because several missing files may have had the same path.
  // Before, the key of a workspace was its folder.
  database =>
    database.exec(`
      CREATE TABLE workspaces (
        key TEXT PRIMARY KEY,
        folder TEXT NOT NULL UNIQUE
      ) STRICT;
      INSERT INTO workspaces
        SELECT workspace, workspace FROM identities UNION SELECT workspace, workspace FROM sessions;
      ALTER TABLE identities RENAME TO identities_by_path;
      CREATE TABLE identities (
        workspace TEXT NOT NULL,
        id TEXT NOT NULL,
        path TEXT NOT NULL,
        gone_since REAL,
        fingerprint TEXT NOT NULL,
        PRIMARY KEY (workspace, id)
      ) STRICT, WITHOUT ROWID;
      INSERT OR IGNORE INTO identities
        SELECT workspace, id, path, gone_since, '' FROM identities_by_path ORDER BY gone_since IS NOT NULL;
      DROP TABLE identities_by_path;
      CREATE TABLE intents (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        workspace TEXT NOT NULL,
        id TEXT NOT NULL,
        content TEXT NOT NULL
      ) STRICT;
      CREATE INDEX intents_by_workspace ON intents (workspace, id);
    `),
  // The file with the list of a session.
  database => database.exec('ALTER TABLE history ADD COLUMN log_file TEXT'),
  // Changes of a long draft since it was written, from number 1.
  database =>
    database.exec(`
      CREATE TABLE draft_edits (
        tab_id TEXT NOT NULL,
        number INTEGER NOT NULL,
        content BLOB NOT NULL,
        UNIQUE (tab_id, number)
      ) STRICT;
    `),
]
