import type { CommandReport } from './command-report.ts'
import type { CurlArgument } from './read-arguments.ts'
import type { StandardInput } from './shell-reader.ts'

/** The options whose values form the content or the query. */
export const dataOptions = new Set([
  'data',
  'data-ascii',
  'data-binary',
  'data-raw',
  'data-urlencode',
  'json',
])

/** A piece of the content that curl assembles. */
export type DataPiece =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'file'
      readonly filePath: string
      readonly offset: number
      /** Whether curl would remove its line breaks. */
      readonly losesLineBreaks: boolean
      /** The name that curl would prepend when percent-encoding the piece; null: it is not encoded. */
      readonly encodedName: string | null
    }

/**
 * Returns the pieces of all data options of a command, joined like curl joins them: with `&`, except before
 * `--json`.
 */
export function dataPieces(
  values: readonly CurlArgument[],
  standardInput: StandardInput | null,
): readonly DataPiece[] {
  return values.flatMap((value, index): DataPiece[] => {
    const piece = pieceOf(value, standardInput)
    return index > 0 && value.name !== 'json' ? [{ kind: 'text', text: '&' }, piece] : [piece]
  })
}

/**
 * Returns the text of pieces. A file among them becomes `@path`, with a note, because it cannot be part of a
 * text.
 */
export function dataText(pieces: readonly DataPiece[], report: CommandReport): string {
  return pieces
    .map(piece => {
      if (piece.kind === 'text') return piece.text
      report.note('FILE_IN_TEXT', piece.filePath, piece.offset)
      report.file(piece.filePath, 'body', piece.offset)
      return `${piece.encodedName ? `${piece.encodedName}=` : ''}@${piece.filePath}`
    })
    .join('')
}

function pieceOf({ name, value, valueOffset }: CurlArgument, standardInput: StandardInput | null): DataPiece {
  if (name === 'data-urlencode' || name === 'url-query') return encodedPiece(value, valueOffset)
  if (name === 'data-raw' || !value.startsWith('@')) return { kind: 'text', text: value }
  const losesLineBreaks = name === 'data' || name === 'data-ascii'
  const filePath = value.slice(1)
  if (filePath === '-' && standardInput?.kind === 'text') {
    const { text } = standardInput
    return { kind: 'text', text: losesLineBreaks ? withoutLineBreaks(text) : text }
  }
  return {
    kind: 'file',
    filePath: filePath === '-' && standardInput?.kind === 'file' ? standardInput.filePath : filePath,
    offset: valueOffset,
    losesLineBreaks,
    encodedName: null,
  }
}

function withoutLineBreaks(text: string): string {
  let kept = ''
  for (const character of text) if (!'\r\n\0'.includes(character)) kept += character
  return kept
}

/** Parses `content`, `=content`, `name=content`, `@file` and `name@file` (curl manual, --data-urlencode). */
function encodedPiece(value: string, offset: number): DataPiece {
  const [, name = '', mark = '', rest = value] = /^([^=@]*)([=@])([\s\S]*)$/.exec(value) ?? []
  if (mark === '@') {
    return { kind: 'file', filePath: rest, offset, losesLineBreaks: false, encodedName: name }
  }
  return { kind: 'text', text: `${name === '' ? '' : `${name}=`}${encodeData(rest)}` }
}

/** Percent-encodes the UTF-8 bytes of all characters except unreserved ones; a space becomes a `+`. */
function encodeData(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replace(/[!'()*]/g, one => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')
}

/**
 * Returns the pieces that `--url-query` values add to a query; a leading `+` means that the value is already
 * encoded.
 */
export function queryPieces(values: readonly CurlArgument[]): readonly DataPiece[] {
  return values.flatMap((value, index): DataPiece[] => {
    const piece: DataPiece = value.value.startsWith('+')
      ? { kind: 'text', text: value.value.slice(1) }
      : pieceOf(value, null)
    return index > 0 ? [{ kind: 'text', text: '&' }, piece] : [piece]
  })
}
