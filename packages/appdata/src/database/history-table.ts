import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from './in-transaction.ts'
import { bytesOf, numberOf, type Row, textOf, textOrNullOf } from './row-reader.ts'

/** An entry of the history as shown in a list. */
export interface HistorySummaryRow {
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly sentAt: number
  readonly requestId: string | null
  /** Sealed content. */
  readonly summary: Uint8Array
}

export interface HistoryRow extends HistorySummaryRow {
  /** The name of the file with the response's content; null: there is none. */
  readonly bodyFile: string | null
  /** The name of the file with the list of a session; null: there is none. */
  readonly logFile: string | null
  /** Sealed content. */
  readonly detail: Uint8Array
}

export interface HistoryOperations {
  /** Adds an entry. Returns the body files of the entries that were dropped. */
  addHistory(row: HistoryRow, maximumEntries: number): readonly string[]
  /**
   * Returns the entries of one request, or of all, the last added first, by row number because clocks may
   * jump.
   */
  listHistory(requestId: string | null): readonly HistorySummaryRow[]
  readHistory(id: string): HistoryRow | null
  /** Moves the entries of one request to another. */
  moveHistory(from: string, to: string): void
  /** Removes entries and returns their body files. */
  removeHistory(ids: readonly string[]): readonly string[]
  /** {@link removeHistory} of all entries. */
  clearHistory(): readonly string[]
  /** Returns the files that entries name. */
  historyBodyFiles(): readonly string[]
}

/** Creates the operations on the last sends and the names of their body files. */
export function historyTable(database: DatabaseSync): HistoryOperations {
  const insert = database.prepare(
    'INSERT INTO history (id, sent_at, request_id, body_file, log_file, summary, detail) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const evict = database.prepare(
    `DELETE FROM history WHERE sequence IN
       (SELECT sequence FROM history ORDER BY sequence DESC LIMIT -1 OFFSET ?)
     RETURNING body_file, log_file`,
  )
  const list = database.prepare('SELECT id, sent_at, request_id, summary FROM history ORDER BY sequence DESC')
  const listOne = database.prepare(
    `SELECT id, sent_at, request_id, summary FROM history WHERE request_id = ?
     ORDER BY sequence DESC`,
  )
  const read = database.prepare('SELECT * FROM history WHERE id = ?')
  const move = database.prepare('UPDATE history SET request_id = ? WHERE request_id = ?')
  const remove = database.prepare('DELETE FROM history WHERE id = ? RETURNING body_file, log_file')
  const clear = database.prepare('DELETE FROM history RETURNING body_file, log_file')
  const files = database.prepare('SELECT body_file, log_file FROM history')
  return {
    addHistory({ id, sentAt, requestId, bodyFile, logFile, summary, detail }, maximumEntries) {
      return inTransaction(database, () => {
        insert.run(id, sentAt, requestId, bodyFile, logFile, summary, detail)
        return filesOf(evict.all(maximumEntries))
      })
    },
    listHistory: requestId => (requestId === null ? list.all() : listOne.all(requestId)).map(summaryOf),
    readHistory(id) {
      const row = read.get(id)
      if (row === undefined) return null
      return {
        ...summaryOf(row),
        bodyFile: textOrNullOf(row, 'body_file'),
        logFile: textOrNullOf(row, 'log_file'),
        detail: bytesOf(row, 'detail'),
      }
    },
    moveHistory(from, to) {
      move.run(to, from)
    },
    removeHistory: ids => inTransaction(database, () => ids.flatMap(id => filesOf(remove.all(id)))),
    clearHistory: () => filesOf(clear.all()),
    historyBodyFiles: () => filesOf(files.all()),
  }
}

function summaryOf(row: Row): HistorySummaryRow {
  return {
    id: textOf(row, 'id'),
    sentAt: numberOf(row, 'sent_at'),
    requestId: textOrNullOf(row, 'request_id'),
    summary: bytesOf(row, 'summary'),
  }
}

function filesOf(rows: readonly Row[]): readonly string[] {
  return rows
    .flatMap(row => [textOrNullOf(row, 'body_file'), textOrNullOf(row, 'log_file')])
    .filter(file => file !== null)
}
