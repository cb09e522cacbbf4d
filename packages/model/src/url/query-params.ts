import type { Row } from '../row.ts'
import { pieceFromRow, type RowText, rowFromPiece, type TypedText, withUrlText } from './query-piece.ts'
import { joinRequestUrl, splitOutsideVariables, splitRequestUrl } from './request-url.ts'

/**
 * Params ↔ URL (spec 2.1). The URL's text is the truth: a row shows a piece of the query, and only
 * a row that the user edits changes that piece. Unticked rows stand only in the table.
 */

/**
 * The rows after the URL was edited: one ticked row for each piece of its query, unticked rows kept
 * in place. What stands before and after the edited part keeps its rows, descriptions included.
 */
export function paramsFromUrl(url: string, previous: readonly Row[]): readonly Row[] {
  const fresh = queryPieces(url).map(rowFromPiece)
  const old = previous.filter(row => row.enabled)
  const start = countSame(fresh, old, (rows, index) => rows[index])
  const longest = Math.min(fresh.length, old.length) - start
  const end = Math.min(
    longest,
    countSame(fresh, old, (rows, index) => rows[rows.length - 1 - index]),
  )
  const rows: Row[] = []
  let next = 0
  let oldIndex = 0
  const pushFreshUpTo = (limit: number) => {
    for (const row of fresh.slice(next, limit)) rows.push({ ...row, enabled: true })
    next = Math.max(next, limit)
  }
  for (const row of previous) {
    if (!row.enabled) {
      rows.push(row)
      continue
    }
    if (oldIndex === old.length - end) pushFreshUpTo(fresh.length - end)
    const isInEnd = oldIndex >= old.length - end
    const shown = isInEnd || next < fresh.length - end ? fresh[next] : undefined
    oldIndex += 1
    if (shown === undefined) continue
    rows.push(isSameText(row, shown) ? row : { ...row, ...shown })
    next += 1
  }
  pushFreshUpTo(fresh.length)
  return rows
}

/** What an edit of the table makes of URL and rows. */
export interface EditedParams {
  readonly url: string
  readonly params: readonly Row[]
}

/**
 * URL and rows after the table was edited. `previous` are the rows that stood for the URL. The piece of
 * a row that did not change stays as typed; of one that did, its name or value if that did not. A row
 * that is unticked keeps its piece for its return, where writing it anew would give another.
 */
export function editParams(url: string, previous: readonly Row[], params: readonly Row[]): EditedParams {
  const pieces = typedPieces(url, previous)
  const own = params.map(row => (row.enabled ? pieces.takeOwn(row) : undefined))
  const inPlace = params.map(
    (row, index) => own[index] ?? (row.enabled ? pieces.takeInPlace(row, index) : undefined),
  )
  const texts = params.map(
    (row, index) =>
      inPlace[index] ??
      (row.enabled ? pieces.takeSame(row) : undefined) ??
      pieceFromRow(row, pieces.edited(index)),
  )
  return {
    url: withQuery(
      url,
      texts.filter((_, index) => params[index]?.enabled),
    ),
    params: params.map((row, index) => withUrlText(row, texts[index] ?? '')),
  }
}

/** An empty row alone writes nothing: `?` comes and goes with text only. */
function withQuery(url: string, texts: readonly string[]): string {
  const parts = splitRequestUrl(url)
  const isEmpty = texts.length === 0 || (texts.length === 1 && texts[0] === '')
  const emptied = parts.query === '' ? '' : null
  return joinRequestUrl({ ...parts, query: isEmpty ? emptied : texts.join('&') })
}

interface TypedPiece extends TypedText {
  isTaken: boolean
}

/**
 * The pieces of the URL by the rows that show them. All rows take their own pieces before any takes
 * one of the same text, as a row may be a copy, and first the one in its place; each is taken once.
 */
function typedPieces(url: string, previous: readonly Row[]) {
  const texts = queryPieces(url)
  const byIndex = new Map<number, TypedPiece>()
  const byRow = new Map<Row, TypedPiece[]>()
  const byText = new Map<string, TypedPiece[]>()
  let next = 0
  for (const [index, row] of previous.entries()) {
    const text = row.enabled ? texts[next] : undefined
    if (text === undefined) continue
    next += 1
    const piece = { row, text, isTaken: false }
    byIndex.set(index, piece)
    addTo(byRow, row, piece)
    addTo(byText, textKey(row), piece)
  }
  for (const queue of [...byRow.values(), ...byText.values()]) queue.reverse()
  /** The piece that stood where an edited row stands now. */
  const edited = (index: number): TypedPiece | undefined => {
    const piece = byIndex.get(index)
    return piece?.isTaken === false ? piece : undefined
  }
  return {
    edited,
    takeOwn: (row: Row) => takeFree(byRow.get(row)),
    takeInPlace(row: Row, index: number): string | undefined {
      const piece = edited(index)
      if (!isSameText(piece?.row, row)) return undefined
      return takeFree(piece && [piece])
    },
    // A row that returns brings its own.
    takeSame: (row: Row) => (row.urlText === undefined ? takeFree(byText.get(textKey(row))) : undefined),
  }
}

function addTo<Key>(queues: Map<Key, TypedPiece[]>, key: Key, piece: TypedPiece): void {
  const queue = queues.get(key)
  if (queue === undefined) queues.set(key, [piece])
  else queue.push(piece)
}

function takeFree(queue: TypedPiece[] | undefined): string | undefined {
  let piece = queue?.pop()
  while (piece?.isTaken) piece = queue?.pop()
  if (piece === undefined) return undefined
  piece.isTaken = true
  return piece.text
}

function textKey(row: RowText): string {
  return `${row.name.length} ${row.name}${row.value}`
}

function countSame(
  left: readonly RowText[],
  right: readonly RowText[],
  at: (rows: readonly RowText[], index: number) => RowText | undefined,
): number {
  let count = 0
  while (isSameText(at(left, count), at(right, count))) count += 1
  return count
}

function isSameText(left: RowText | undefined, right: RowText | undefined): boolean {
  return left !== undefined && left.name === right?.name && left.value === right.value
}

function queryPieces(url: string): readonly string[] {
  const { query } = splitRequestUrl(url)
  return query === null || query === '' ? [] : splitOutsideVariables(query, '&')
}
