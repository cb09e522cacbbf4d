import type { CommandReport } from './command-report.ts'
import type { CurlArgument } from './read-arguments.ts'
import type { StandardInput } from './shell-reader.ts'

/** The options whose values make up the content, and those of the query. */
export const dataOptions = new Set([
  'data',
  'data-ascii',
  'data-binary',
  'data-raw',
  'data-urlencode',
  'json',
])

/** Content as curl puts it together, piece by piece. */
export type DataPiece =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'file'
      readonly filePath: string
      readonly offset: number
      /** Whether curl would leave out its line breaks. */
      readonly losesLineBreaks: boolean
      /** Whether curl would percent-encode it, and the name it would put before it; null: as it is. */
      readonly encodedName: string | null
    }

/** The pieces of all data options of a command, joined as curl joins them: `&`, but nothing before `--json`. */
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
 * The text of pieces. A file among them stays as `@path`, with a note: it cannot be part of a text.
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

/** `content`, `=content`, `name=content`, `@file`, `name@file` (curl manual, --data-urlencode). */
function encodedPiece(value: string, offset: number): DataPiece {
  const [, name = '', mark = '', rest = value] = /^([^=@]*)([=@])([\s\S]*)$/.exec(value) ?? []
  if (mark === '@') {
    return { kind: 'file', filePath: rest, offset, losesLineBreaks: false, encodedName: name }
  }
  return { kind: 'text', text: `${name === '' ? '' : `${name}=`}${encodeData(rest)}` }
}

/** All but the unreserved characters by their bytes in UTF-8; a space is a `+`. */
function encodeData(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replace(/[!'()*]/g, one => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')
}

/** What `--url-query` values add to a query; `+` before one means that it is encoded already. */
export function queryPieces(values: readonly CurlArgument[]): readonly DataPiece[] {
  return values.flatMap((value, index): DataPiece[] => {
    const piece: DataPiece = value.value.startsWith('+')
      ? { kind: 'text', text: value.value.slice(1) }
      : pieceOf(value, null)
    return index > 0 ? [{ kind: 'text', text: '&' }, piece] : [piece]
  })
}
