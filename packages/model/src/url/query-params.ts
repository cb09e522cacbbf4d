import type { Row } from '../row.ts'
import { isForbiddenInTarget, percentEncode } from './percent-encode.ts'
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

/**
 * The URL after the table was edited. `previous` are the rows that stood for the URL. The piece of
 * a row that did not change stays as typed; of one that did, its name or value if that did not.
 */
export function urlWithParams(url: string, previous: readonly Row[], params: readonly Row[]): string {
  const pieces = typedPieces(url, previous)
  const own = params.map(row => (row.enabled ? pieces.takeOwn(row) : undefined))
  const kept = params.map((row, index) => own[index] ?? (row.enabled ? pieces.takeSame(row) : undefined))
  const texts = params.flatMap((row, index) =>
    row.enabled ? [kept[index] ?? pieceFromRow(row, pieces.edited(index))] : [],
  )
  const parts = splitRequestUrl(url)
  // An empty row alone writes nothing: `?` comes and goes with text only.
  const isEmpty = texts.length === 0 || (texts.length === 1 && texts[0] === '')
  const emptied = parts.query === '' ? '' : null
  return joinRequestUrl({ ...parts, query: isEmpty ? emptied : texts.join('&') })
}

interface RowText {
  readonly name: string
  readonly value: string
}

interface TypedPiece {
  readonly row: Row
  readonly text: string
  isTaken: boolean
}

/**
 * The pieces of the URL by the rows that show them. All rows take their own pieces before any takes
 * one of the same text, as a row may be a copy; each piece is taken once.
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
  return {
    takeOwn: (row: Row) => takeFree(byRow.get(row)),
    takeSame: (row: Row) => takeFree(byText.get(textKey(row))),
    /** The piece that stood where an edited row stands now. */
    edited(index: number): TypedPiece | undefined {
      const piece = byIndex.get(index)
      return piece?.isTaken === false ? piece : undefined
    },
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

/** What ends a name and a value; a value may hold further `=`. */
const nameDelimiters = '&#='
const valueDelimiters = '&#'

function rowFromPiece(piece: string): RowText {
  const { name, value } = splitPiece(piece)
  return { name: shown(name, nameDelimiters), value: shown(value ?? '', valueDelimiters) }
}

/** The value is null where there is no `=`: `a` and `a=` differ. */
function splitPiece(piece: string): { readonly name: string; readonly value: string | null } {
  const [name = '', ...rest] = splitOutsideVariables(piece, '=')
  return { name, value: rest.length === 0 ? null : rest.join('=') }
}

function pieceFromRow(row: Row, edited: TypedPiece | undefined): string {
  const typed = edited === undefined ? undefined : splitPiece(edited.text)
  const keepsName = typed !== undefined && edited?.row.name === row.name
  const keepsValue = typed !== undefined && edited?.row.value === row.value
  const name = keepsName ? typed.name : encodeQueryText(row.name, nameDelimiters)
  if (row.value === '' && (row.name === '' || typed?.value === null)) return name
  return `${name}=${keepsValue ? typed.value : encodeQueryText(row.value, valueDelimiters)}`
}

/** Decoded only where encoding it again gives the very bytes; else as typed. */
function shown(text: string, delimiters: string): string {
  if (!text.includes('%')) return text
  let decoded: string
  try {
    decoded = decodeURIComponent(text)
  } catch {
    return text
  }
  // A text field swallows line breaks, and `{{` would begin a variable that is none.
  if (/\p{Cc}/u.test(decoded) || decoded.includes('{{')) return text
  return encodeQueryText(decoded, delimiters) === text ? decoded : text
}

/** Percent-encodes as UTF-8 what may not stand in a query, and `delimiters`; `{{names}}` and escapes stay. */
function encodeQueryText(text: string, delimiters: string): string {
  let encoded = ''
  let position = 0
  let mayClose = true
  while (position < text.length) {
    if (mayClose && text.startsWith('{{', position)) {
      const end = text.indexOf('}}', position + 2)
      mayClose = end >= 0
      if (mayClose) {
        encoded += text.slice(position, end + 2)
        position = end + 2
        continue
      }
    }
    const character = String.fromCodePoint(text.codePointAt(position) ?? 0)
    encoded +=
      isForbiddenInTarget(character) || delimiters.includes(character) ? percentEncode(character) : character
    position += character.length
  }
  return encoded
}
