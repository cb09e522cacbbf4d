import type { Row } from '../row.ts'
import { isForbiddenInTarget, percentEncode } from './percent-encode.ts'
import { indexOutsideVariables, splitOutsideVariables } from './request-url.ts'

/** Name and value as a row shows them. */
export interface RowText {
  readonly name: string
  readonly value: string
}

/** A piece of a query (what stands between `&`) as typed, and the row that shows it. */
export interface TypedText {
  readonly row: RowText
  readonly text: string
}

/** What ends a name and a value; a value may hold further `=`. */
const nameDelimiters = '&#='
const valueDelimiters = '&#'

/** What a row shows of a piece. */
export function rowFromPiece(piece: string): RowText {
  const { name, value } = splitPiece(piece)
  return { name: shown(name, nameDelimiters), value: shown(value ?? '', valueDelimiters) }
}

/** The value is null where there is no `=`: `a` and `a=` differ. */
function splitPiece(piece: string): { readonly name: string; readonly value: string | null } {
  const [name = '', ...rest] = splitOutsideVariables(piece, '=')
  return { name, value: rest.length === 0 ? null : rest.join('=') }
}

/**
 * The piece that a row writes. Of the piece that stood for it, or that it was unticked with, it keeps
 * the name or value that was not edited as typed.
 */
export function pieceFromRow(row: Row, stood?: TypedText): string {
  const before = stood ?? untickedText(row)
  const typed = before === undefined ? undefined : splitPiece(before.text)
  const keepsName = typed !== undefined && before?.row.name === row.name
  const keepsValue = typed !== undefined && before?.row.value === row.value
  if (keepsName && keepsValue && before !== undefined) return before.text
  const name = keepsName ? typed.name : encodeQueryText(row.name, nameDelimiters)
  if (row.value === '' && (row.name === '' || typed?.value === null)) return name
  return `${name}=${keepsValue ? typed.value : encodeQueryText(row.value, valueDelimiters)}`
}

/** What a file says is believed only where it is one piece. */
function untickedText({ urlText }: Row): TypedText | undefined {
  if (urlText === undefined || indexOutsideVariables(urlText, '&') >= 0) return undefined
  return indexOutsideVariables(urlText, '#') >= 0 ? undefined : { row: rowFromPiece(urlText), text: urlText }
}

/** The row with the piece it writes, where it is unticked and nothing else tells of that piece. */
export function withUrlText(row: Row, text: string = pieceFromRow(row)): Row {
  const { urlText, ...bare } = row
  const isNeeded = !row.enabled && text !== pieceFromRow(bare)
  if (isNeeded) return urlText === text ? row : { ...row, urlText: text }
  return urlText === undefined ? row : bare
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
