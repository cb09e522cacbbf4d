import { randomUUID } from 'node:crypto'
import { basename, sep } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from './in-transaction.ts'
import { type Row, textOf } from './row-reader.ts'

/** How long what belongs to a file that is gone is kept (product decisions, Identity). */
const keptWhileGoneMs = 7 * 24 * 60 * 60 * 1000

/** A file as it was found. Two with equal hashes count as equal. */
export interface FoundFile {
  /** Absolute. */
  readonly path: string
  readonly contentHash: string
}

/** What one batch of file events brought. */
export interface FileBatch {
  /** Files that are new or that changed. */
  readonly found: readonly FoundFile[]
  /** Files that are no more where they were. */
  readonly gonePaths: readonly string[]
  /** Milliseconds since the epoch. */
  readonly now: number
}

export interface IdentifiedFile {
  readonly path: string
  readonly id: string
  /** Where it was before, where the batch moved it; else null. */
  readonly movedFrom: string | null
}

export interface IdentityOperations {
  /**
   * The ids of the files that were found, in their order. A new file that equals one that is gone in the
   * same batch is that one, moved; one that comes back to its path is itself; any other gets a new id.
   */
  identifyFiles(batch: FileBatch): readonly IdentifiedFile[]
  /** A file, or a folder with all below it, was moved by Parley itself. What was at the new paths is gone. */
  movePath(from: string, to: string, now: number): void
  /** Null where no file of this path is known. */
  readIdentity(path: string): string | null
  /** Forgets the files that are gone for longer than they are kept, and gives back their ids. */
  expireIdentities(now: number): readonly string[]
}

/** Which internal id belongs to which file, as no id stands in the files (product decisions, Identity). */
export function identitiesTable(database: DatabaseSync): IdentityOperations {
  const live = database.prepare('SELECT * FROM identities WHERE path = ? AND gone_at IS NULL')
  const gone = database.prepare(
    'SELECT * FROM identities WHERE path = ? AND gone_at IS NOT NULL ORDER BY gone_at DESC LIMIT 1',
  )
  const insert = database.prepare('INSERT INTO identities (id, path, content_hash) VALUES (?, ?, ?)')
  const place = database.prepare(
    'UPDATE identities SET path = ?, content_hash = ?, gone_at = NULL WHERE id = ?',
  )
  const leave = database.prepare('UPDATE identities SET gone_at = ? WHERE path = ? AND gone_at IS NULL')
  const below = database.prepare(
    `SELECT * FROM identities WHERE gone_at IS NULL AND (path = ?1 OR substr(path, 1, length(?2)) = ?2)`,
  )
  const rename = database.prepare('UPDATE identities SET path = ? WHERE id = ?')
  const expire = database.prepare('DELETE FROM identities WHERE gone_at < ? RETURNING id')

  const identify = (file: FoundFile, movable: Row[]): IdentifiedFile => {
    const { path, contentHash } = file
    const known = live.get(path)
    if (known !== undefined) {
      place.run(path, contentHash, textOf(known, 'id'))
      return { path, id: textOf(known, 'id'), movedFrom: null }
    }
    const moved = takeMoved(file, movable)
    const back = moved ?? gone.get(path)
    if (back === undefined) {
      const id = randomUUID()
      insert.run(id, path, contentHash)
      return { path, id, movedFrom: null }
    }
    place.run(path, contentHash, textOf(back, 'id'))
    return {
      path,
      id: textOf(back, 'id'),
      movedFrom: moved === undefined ? null : textOf(moved, 'path'),
    }
  }
  return {
    identifyFiles: ({ found, gonePaths, now }) =>
      inTransaction(database, () => {
        const movable = gonePaths.flatMap(path => live.all(path))
        for (const path of gonePaths) leave.run(now, path)
        return found.map(file => identify(file, movable))
      }),
    movePath: (from, to, now) =>
      inTransaction(database, () => {
        const moving = below.all(from, `${from}${sep}`)
        const placed = moving.map(row => `${to}${textOf(row, 'path').slice(from.length)}`)
        const ids = moving.map(row => textOf(row, 'id'))
        // Out of the way first: a path of the new place may be one of the old.
        for (const id of ids) rename.run(`\0${id}`, id)
        for (const path of placed) leave.run(now, path)
        for (const [at, id] of ids.entries()) rename.run(placed[at] ?? '', id)
      }),
    readIdentity(path) {
      const row = live.get(path)
      return row === undefined ? null : textOf(row, 'id')
    },
    expireIdentities: now => expire.all(now - keptWhileGoneMs).map(row => textOf(row, 'id')),
  }
}

/** Of several equal files the one of the same name, as a folder that is moved may hold many equal ones. */
function takeMoved({ path, contentHash }: FoundFile, movable: Row[]): Row | undefined {
  const equal = movable.filter(row => row.content_hash === contentHash)
  const named = equal.find(row => basename(textOf(row, 'path')) === basename(path))
  const moved = named ?? equal[0]
  if (moved !== undefined) movable.splice(movable.indexOf(moved), 1)
  return moved
}
