import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from './in-transaction.ts'
import { bytesOf, type Row, textOf } from './row-reader.ts'

/** A run as shown in a list. */
export interface RunRecord {
  readonly id: string
  /** The id of the collection, folder or request that was run. */
  readonly targetId: string
  /** Sealed content. */
  readonly summary: Uint8Array
}

/** Consecutive results of a run. */
export interface RunPiece {
  readonly runId: string
  /** Counted from 0. */
  readonly piece: number
  /** The results' rows as shown in lists; sealed. */
  readonly rows: Uint8Array
  /** The complete results; sealed. */
  readonly results: Uint8Array
  /** The files with bodies of these results. */
  readonly bodyFiles: readonly string[]
  /** The size of everything, including the bodies. */
  readonly sizeBytes: number
}

/** The limits for stored runs; the oldest runs are deleted first. */
export interface RunLimits {
  readonly runs: number
  readonly sizeBytes: number
}

export interface RunOperations {
  /** Adds a run. Returns the body files of the runs that were dropped. */
  addRun(run: RunRecord, limits: RunLimits): readonly string[]
  /** Returns false, without adding anything, if the run no longer exists. */
  addRunPiece(piece: RunPiece): boolean
  /** Updates the summary; does nothing if the run no longer exists. */
  updateRun(id: string, summary: Uint8Array): void
  /** Returns the runs, newest first; only those of one target if one is named. */
  listRuns(targetId: string | null): readonly RunRecord[]
  readRun(id: string): RunRecord | null
  /** Returns the list rows of the existing pieces in this range. */
  readRunRows(id: string, first: number, last: number): readonly Uint8Array[]
  /** Returns null if there is no such piece. */
  readRunResults(id: string, piece: number): Uint8Array | null
  /** Removes runs and returns their body files. */
  removeRuns(ids: readonly string[]): readonly string[]
  /** Returns the files that runs name. */
  runBodyFiles(): readonly string[]
}

/** Creates the operations on the last runs of collections, with their results in pieces. */
export function runsTable(database: DatabaseSync): RunOperations {
  const insert = database.prepare('INSERT INTO runs (id, target_id, size_bytes, summary) VALUES (?, ?, 0, ?)')
  const surplus = database.prepare(
    `SELECT id FROM
       (SELECT id, row_number() OVER newest AS place, sum(size_bytes) OVER newest AS size
        FROM runs WINDOW newest AS (ORDER BY sequence DESC))
     WHERE place > ? OR (size > ? AND place > 1)`,
  )
  const grow = database.prepare('UPDATE runs SET size_bytes = size_bytes + ? WHERE id = ?')
  const insertPiece = database.prepare(
    'INSERT INTO run_pieces (run_id, piece, rows, results) VALUES (?, ?, ?, ?)',
  )
  const insertBody = database.prepare('INSERT INTO run_bodies (body_file, run_id) VALUES (?, ?)')
  const update = database.prepare('UPDATE runs SET summary = ? WHERE id = ?')
  const list = database.prepare(
    'SELECT * FROM runs WHERE ?1 IS NULL OR target_id = ?1 ORDER BY sequence DESC',
  )
  const read = database.prepare('SELECT * FROM runs WHERE id = ?')
  const rows = database.prepare(
    'SELECT rows FROM run_pieces WHERE run_id = ? AND piece BETWEEN ? AND ? ORDER BY piece',
  )
  const results = database.prepare('SELECT results FROM run_pieces WHERE run_id = ? AND piece = ?')
  const remove = database.prepare('DELETE FROM runs WHERE id = ?')
  const removePieces = database.prepare('DELETE FROM run_pieces WHERE run_id = ?')
  const removeBodies = database.prepare('DELETE FROM run_bodies WHERE run_id = ? RETURNING body_file')
  const bodies = database.prepare('SELECT body_file FROM run_bodies')

  function removeOne(id: string): readonly string[] {
    remove.run(id)
    removePieces.run(id)
    return removeBodies.all(id).map(row => textOf(row, 'body_file'))
  }

  return {
    addRun: ({ id, targetId, summary }, limits) =>
      inTransaction(database, () => {
        insert.run(id, targetId, summary)
        const gone = surplus.all(limits.runs, limits.sizeBytes).map(row => textOf(row, 'id'))
        return gone.flatMap(removeOne)
      }),
    addRunPiece: ({ runId, piece, rows: shown, results: whole, bodyFiles, sizeBytes }) =>
      inTransaction(database, () => {
        if (grow.run(sizeBytes, runId).changes === 0) return false
        insertPiece.run(runId, piece, shown, whole)
        for (const file of bodyFiles) insertBody.run(file, runId)
        return true
      }),
    updateRun(id, summary) {
      update.run(summary, id)
    },
    listRuns: targetId => list.all(targetId).map(recordOf),
    readRun(id) {
      const row = read.get(id)
      return row === undefined ? null : recordOf(row)
    },
    readRunRows: (id, first, last) => rows.all(id, first, last).map(row => bytesOf(row, 'rows')),
    readRunResults(id, piece) {
      const row = results.get(id, piece)
      return row === undefined ? null : bytesOf(row, 'results')
    },
    removeRuns: ids => inTransaction(database, () => ids.flatMap(removeOne)),
    runBodyFiles: () => bodies.all().map(row => textOf(row, 'body_file')),
  }
}

function recordOf(row: Row): RunRecord {
  return { id: textOf(row, 'id'), targetId: textOf(row, 'target_id'), summary: bytesOf(row, 'summary') }
}
