import type { Row } from '../row.ts'
import { pieceFromRow, type RowText, rowFromPiece, type TypedText, withUrlText } from './query-piece.ts'
import { escapeLooseBraces, joinRequestUrl, splitOutsideVariables, splitRequestUrl } from './request-url.ts'

/**
 * Params ↔ URL (behaviour 2.1). The URL's text is authoritative: a row shows a piece of the query, and only
 * editing the row changes that piece. Unticked rows are only in the table.
 */

/**
 * Returns the rows after the URL was edited: one ticked row per piece of its query, with unticked rows in
 * their places. Pieces before and after the edited part keep their rows, including descriptions.
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

/** URL and rows after the table was edited. */
export interface EditedParams {
  readonly url: string
  readonly params: readonly Row[]
}

/**
 * Returns URL and rows after the table was edited. Pieces of the URL that the rows did not show are kept at its end. The
 * piece of an unchanged row stays as typed; a changed row keeps its name or value as typed if only the other changed. A
 * row that is unticked remembers its piece if encoding it again would give a different one.
 * @param previous the rows of the URL
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
  const hidden = queryPieces(url).slice(previous.filter(row => row.enabled).length)
  return {
    url: withQuery(url, [...texts.filter((_, index) => params[index]?.enabled), ...hidden]),
    params: [
      ...params.map((row, index) => withUrlText(row, texts[index] ?? '')),
      ...hidden.map(piece => ({ ...rowFromPiece(piece), enabled: true })),
    ],
  }
}

/** A single empty row writes nothing: the `?` appears and disappears with text only. */
function withQuery(url: string, texts: readonly string[]): string {
  const parts = splitRequestUrl(url)
  const isEmpty = texts.length === 0 || (texts.length === 1 && texts[0] === '')
  const emptied = parts.query === '' ? '' : null
  return joinRequestUrl({ ...parts, query: isEmpty ? emptied : joinPieces(texts) })
}

/** Loose braces of two pieces may become a `{{name}}` where the piece between them is gone: they are escaped then. */
function joinPieces(texts: readonly string[]): string {
  const joined = texts.join('&')
  if (splitOutsideVariables(joined, '&').length === texts.length) return joined
  return texts.map(escapeLooseBraces).join('&')
}

interface TypedPiece extends TypedText {
  isTaken: boolean
}

/**
 * Assigns the pieces of the URL to rows; each piece is taken once. All rows take their own pieces before any
 * row takes one with the same text, because a row may be a copy; a row in the same position goes first.
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
  /** Returns the piece at the position of an edited row. */
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
    // A row that is ticked again has its own.
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

/** Returns the pieces of a URL's query (between two `&`) as typed. */
export function queryPieces(url: string): readonly string[] {
  const { query } = splitRequestUrl(url)
  return query === null || query === '' ? [] : splitOutsideVariables(query, '&')
}
