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
  const start = countSame(fresh, old)
  const longest = Math.min(fresh.length, old.length) - start
  const end = Math.min(longest, countSame(fresh.toReversed(), old.toReversed()))
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
  const typed = params.map((row, index) => inPlace[index] ?? (row.enabled ? pieces.takeSame(row) : undefined))
  const texts = params.map((row, index) => typed[index] ?? pieceFromRow(row, pieces.edited(index)))
  const isTicked = (_: unknown, index: number) => params[index]?.enabled
  const hidden = queryPieces(url).slice(previous.filter(row => row.enabled).length)
  const inUrl = <Text>(of: readonly Text[]) => [...of.filter(isTicked), ...hidden]
  const written = keepApart(inUrl(texts), inUrl(typed))
  let next = 0
  const rows = params.map((row, index) => {
    const piece = (row.enabled ? written[next++] : texts[index]) ?? ''
    // An edited row keeps what is typed: its braces may be those of a `{{name}}` that is not typed to its end.
    const isShown = (typed[index] ?? piece) === piece
    return withUrlText(isShown ? row : { ...row, ...rowFromPiece(piece) }, piece)
  })
  return {
    url: withQuery(url, written),
    params: [...rows, ...written.slice(next).map(piece => ({ ...rowFromPiece(piece), enabled: true }))],
  }
}

/** A single empty row writes nothing: the `?` appears and disappears with text only. */
function withQuery(url: string, texts: readonly string[]): string {
  const parts = splitRequestUrl(url)
  const isEmpty = texts.length === 0 || (texts.length === 1 && texts[0] === '')
  const emptied = parts.query === '' ? '' : null
  return joinRequestUrl({ ...parts, query: isEmpty ? emptied : texts.join('&') })
}

/**
 * Loose braces of two pieces may become a `{{name}}` where one of them was edited, or where the piece between them is gone: they
 * are escaped then, those of edited pieces alone if that is enough.
 * @param typed the same pieces as they were in the URL before; undefined if one was edited
 */
function keepApart(texts: readonly string[], typed: readonly (string | undefined)[]): readonly string[] {
  const edited = texts.map((text, index) => typed[index] ?? escapeLooseBraces(text))
  const isApart = (pieces: readonly string[]) =>
    splitOutsideVariables(pieces.join('&'), '&').length === pieces.length
  return [texts, edited].find(isApart) ?? texts.map(escapeLooseBraces)
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
  for (const [index, row] of previous.entries()) {
    const text = row.enabled ? texts[byIndex.size] : undefined
    if (text !== undefined) byIndex.set(index, { row, text, isTaken: false })
  }
  const byRow = Map.groupBy(byIndex.values(), ({ row }) => row)
  const byText = Map.groupBy(byIndex.values(), ({ row }) => textKey(row))
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

function countSame(left: readonly RowText[], right: readonly RowText[]): number {
  let count = 0
  while (isSameText(left[count], right[count])) count += 1
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
