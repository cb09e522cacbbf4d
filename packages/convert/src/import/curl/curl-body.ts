import { decodeFormText, encodeFormText, type HttpBody, type RawLanguage, type Row, row } from '@parley/model'
import type { CommandReport } from './command-report.ts'
import type { DataPiece } from './curl-data.ts'
import { dataText } from './curl-data.ts'

/** What curl says of data that has no `Content-Type` of its own. */
export const formMediaType = 'application/x-www-form-urlencoded'

/** A body, and the `Content-Type` row that it needs beside those typed. */
export interface CurlBody {
  readonly body: HttpBody
  readonly contentType: string | null
}

/** The body of the data options. `contentType` is what was typed or made for it; null: curl's own. */
export function dataBody(
  pieces: readonly DataPiece[],
  contentType: string | null,
  report: CommandReport,
): CurlBody {
  const [first] = pieces
  if (pieces.length === 1 && first?.kind === 'file' && first.encodedName === null) {
    if (first.losesLineBreaks) report.note('LINE_BREAKS_KEPT', first.filePath, first.offset)
    report.file(first.filePath, 'body', first.offset)
    return {
      body: fileBody(first.filePath, contentType ?? formMediaType),
      contentType: null,
    }
  }
  const text = dataText(pieces, report)
  const mediaType = (contentType ?? formMediaType).split(';')[0]?.trim().toLowerCase() ?? ''
  const fields = mediaType === formMediaType ? formRows(text) : null
  if (fields !== null) return { body: { type: 'urlEncoded', fields }, contentType: null }
  return {
    body: { type: 'raw', language: languageOf(mediaType), text },
    contentType: contentType === null ? formMediaType : null,
  }
}

/** A body that is one file. */
export function fileBody(filePath: string, contentType: string): HttpBody {
  return { type: 'file', files: [{ filePath, contentType, selected: true }] }
}

/** The fields of an encoded form; null where they would not write the very text again. */
export function formRows(text: string): readonly Row[] | null {
  if (text === '') return []
  const rows: Row[] = []
  for (const piece of text.split('&')) {
    const equals = piece.indexOf('=')
    if (equals < 0 || piece === '=') return null
    const name = decodeFormText(piece.slice(0, equals))
    const value = decodeFormText(piece.slice(equals + 1))
    if (`${encodeFormText(name)}=${encodeFormText(value)}` !== piece) return null
    rows.push(row(name, value))
  }
  return rows
}

/** The language in which a body of a media type is shown. */
export function languageOf(mediaType: string): RawLanguage {
  if (/[/+]json$/.test(mediaType)) return 'json'
  if (/[/+]xml$/.test(mediaType)) return 'xml'
  if (mediaType === 'text/html') return 'html'
  if (/\/(?:x-)?(?:java|ecma)script$/.test(mediaType)) return 'javascript'
  if (/[/+](?:x-)?yaml$/.test(mediaType)) return 'yaml'
  return mediaType === 'application/sparql-query' ? 'sparql' : 'text'
}
