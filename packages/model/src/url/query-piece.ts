import type { Row } from '../row.ts'
import { isForbiddenInTarget, percentEncode } from './percent-encode.ts'
import { indexOutsideVariables, splitOutsideVariables } from './request-url.ts'

/** The name and value that a row shows. */
export interface RowText {
  readonly name: string
  readonly value: string
}

/** A piece of a query (between two `&`) as typed, and the row that shows it. */
export interface TypedText {
  readonly row: RowText
  readonly text: string
}

/** The characters that end a name or a value. A value may contain `=`. */
const nameDelimiters = '&#='
const valueDelimiters = '&#'

/** Returns the row that shows a piece. */
export function rowFromPiece(piece: string): RowText {
  const { name, value } = splitPiece(piece)
  return { name: shown(name, nameDelimiters), value: shown(value ?? '', valueDelimiters) }
}

/** Returns whether a row with these texts can have written a piece, or is shown for it. */
export function showsPiece({ name, value }: RowText, piece: string): boolean {
  const typed = splitPiece(piece)
  return showsText(name, typed.name, nameDelimiters) && showsText(value, typed.value ?? '', valueDelimiters)
}

function showsText(text: string, typed: string, delimiters: string): boolean {
  return text === typed || encodeQueryText(text, delimiters) === typed || text === shown(typed, delimiters)
}

/** Returns a null value if there is no `=`, because `a` and `a=` differ. */
function splitPiece(piece: string): { readonly name: string; readonly value: string | null } {
  const [name = '', ...rest] = splitOutsideVariables(piece, '=')
  return { name, value: rest.length === 0 ? null : rest.join('=') }
}

/**
 * Returns the piece that a row writes. If the row had a piece before, or when it was unticked, the name or
 * value that was not edited is kept as typed.
 */
export function pieceFromRow(row: Row, previous?: TypedText): string {
  const before = previous ?? untickedText(row)
  const typed = before === undefined ? undefined : splitPiece(before.text)
  const keepsName = typed !== undefined && before?.row.name === row.name
  const keepsValue = typed !== undefined && before?.row.value === row.value
  if (keepsName && keepsValue && before !== undefined) return before.text
  const name = keepsName ? typed.name : encodeQueryText(row.name, nameDelimiters)
  if (row.value === '' && (row.name === '' || typed?.value === null)) return name
  return `${name}=${keepsValue ? typed.value : encodeQueryText(row.value, valueDelimiters)}`
}

/** A text from a file is used only if it is a single piece. */
function untickedText({ urlText }: Row): TypedText | undefined {
  if (urlText === undefined || indexOutsideVariables(urlText, '&') >= 0) return undefined
  return indexOutsideVariables(urlText, '#') >= 0 ? undefined : { row: rowFromPiece(urlText), text: urlText }
}

/**
 * Returns the row with the piece it writes, if it is unticked and name and value are not enough to restore
 * that piece.
 */
export function withUrlText(row: Row, text: string = pieceFromRow(row)): Row {
  const { urlText, ...bare } = row
  const isNeeded = !row.enabled && text !== pieceFromRow(bare)
  if (isNeeded) return urlText === text ? row : { ...row, urlText: text }
  return urlText === undefined ? row : bare
}

/** Decodes a text only if encoding it again gives the same bytes. */
function shown(text: string, delimiters: string): string {
  if (!text.includes('%')) return text
  let decoded: string
  try {
    decoded = decodeURIComponent(text)
  } catch {
    return text
  }
  // Text fields drop line breaks, and `{{` would begin a variable that does not exist.
  if (/\p{Cc}/u.test(decoded) || decoded.includes('{{')) return text
  return encodeQueryText(decoded, delimiters) === text ? decoded : text
}

/**
 * Percent-encodes, as UTF-8, characters that are not allowed in a query, and `delimiters`. `{{names}}` and
 * escapes are kept.
 */
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
