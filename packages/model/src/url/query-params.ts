import type { Row } from '../row.ts'
import { isForbiddenInTarget, percentEncode } from './percent-encode.ts'
import { joinRequestUrl, splitOutsideVariables, splitRequestUrl } from './request-url.ts'

/**
 * Params ↔ URL (spec 2.1). The URL's text is the truth: a row shows a piece of the query, and only
 * a row that the user edits changes that piece. Unticked rows stand only in the table.
 */

/** The rows after the URL was edited: one ticked row for each piece of its query, unticked rows kept in place. */
export function paramsFromUrl(url: string, previous: readonly Row[]): readonly Row[] {
  const pieces = queryPieces(url)
  const rows: Row[] = []
  let next = 0
  for (const old of previous) {
    if (!old.enabled) {
      rows.push(old)
      continue
    }
    const piece = pieces[next]
    if (piece === undefined) continue
    rows.push({ ...old, ...rowFromPiece(piece) })
    next += 1
  }
  for (const piece of pieces.slice(next)) rows.push({ ...rowFromPiece(piece), enabled: true })
  return rows
}

/** The URL after the table was edited: the piece of a row that did not change stays as typed. */
export function urlWithParams(url: string, previous: readonly Row[], params: readonly Row[]): string {
  const pieces = queryPieces(url)
  const typed = new Map<Row, string>()
  let next = 0
  for (const row of previous) {
    if (!row.enabled) continue
    const piece = pieces[next]
    if (piece !== undefined) typed.set(row, piece)
    next += 1
  }
  const written = params.filter(row => row.enabled).map(row => typedPiece(row, typed) ?? pieceFromRow(row))
  const parts = splitRequestUrl(url)
  const wasEmptyQuery = parts.query === '' && pieces.length === 0
  const query = written.length > 0 ? written.join('&') : wasEmptyQuery ? '' : null
  return joinRequestUrl({ ...parts, query })
}

function typedPiece(row: Row, typed: ReadonlyMap<Row, string>): string | undefined {
  const exact = typed.get(row)
  if (exact !== undefined) return exact
  for (const [old, piece] of typed) if (old.name === row.name && old.value === row.value) return piece
  return undefined
}

function queryPieces(url: string): readonly string[] {
  const { query } = splitRequestUrl(url)
  return query === null || query === '' ? [] : splitOutsideVariables(query, '&')
}

function rowFromPiece(piece: string): { readonly name: string; readonly value: string } {
  const [name = '', ...rest] = splitOutsideVariables(piece, '=')
  return { name: shown(name), value: shown(rest.join('=')) }
}

function pieceFromRow(row: Row): string {
  const name = encodeQueryText(row.name, '&#=')
  return row.value === '' && row.name === '' ? '' : `${name}=${encodeQueryText(row.value, '&#')}`
}

/** Decoded only where encoding it again gives the very bytes; else as typed. */
function shown(text: string): string {
  if (!text.includes('%')) return text
  let decoded: string
  try {
    decoded = decodeURIComponent(text)
  } catch {
    return text
  }
  return encodeQueryText(decoded, '&#=') === text && !decoded.includes('{{') ? decoded : text
}

/** Percent-encodes as UTF-8 what may not stand in a query, and `delimiters`; `{{names}}` and escapes stay. */
function encodeQueryText(text: string, delimiters: string): string {
  let encoded = ''
  let position = 0
  while (position < text.length) {
    const end = text.startsWith('{{', position) ? text.indexOf('}}', position + 2) : -1
    if (end >= 0) {
      encoded += text.slice(position, end + 2)
      position = end + 2
      continue
    }
    const character = String.fromCodePoint(text.codePointAt(position) ?? 0)
    encoded +=
      isForbiddenInTarget(character) || delimiters.includes(character) ? percentEncode(character) : character
    position += character.length
  }
  return encoded
}
