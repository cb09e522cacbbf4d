import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from './in-transaction.ts'
import { bytesOf, type Row, textOf } from './row-reader.ts'

/** A run as a list needs it. */
export interface RunRecord {
  readonly id: string
  /** The collection, folder or request that was run. */
  readonly targetId: string
  /** Sealed. */
  readonly summary: Uint8Array
}

/** Some results of a run, one after the other. */
export interface RunPiece {
  readonly runId: string
  /** From 0. */
  readonly piece: number
  /** What lists show of them; sealed. */
  readonly rows: Uint8Array
  /** All of them; sealed. */
  readonly results: Uint8Array
  /** The files that hold bodies of them. */
  readonly bodyFiles: readonly string[]
  /** Of all of it, with the bodies. */
  readonly sizeBytes: number
}

/** How much of runs is kept: of the oldest all is given up. */
export interface RunLimits {
  readonly runs: number
  readonly sizeBytes: number
}

export interface RunOperations {
  /** Gives back the body files of the runs that had to go. */
  addRun(run: RunRecord, limits: RunLimits): readonly string[]
  /** False where the run is gone; then nothing was added. */
  addRunPiece(piece: RunPiece): boolean
  /** A run that is gone stays so. */
  updateRun(id: string, summary: Uint8Array): void
  /** Newest first; of one target alone where one is named. */
  listRuns(targetId: string | null): readonly RunRecord[]
  readRun(id: string): RunRecord | null
  /** What lists show, of these pieces that there are. */
  readRunRows(id: string, first: number, last: number): readonly Uint8Array[]
  /** Null where there is no such piece. */
  readRunResults(id: string, piece: number): Uint8Array | null
  /** Gives back the body files of the runs that went. */
  removeRuns(ids: readonly string[]): readonly string[]
  /** The files that runs name. */
  runBodyFiles(): readonly string[]
}

/** The last runs of collections, their results in pieces. */
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
