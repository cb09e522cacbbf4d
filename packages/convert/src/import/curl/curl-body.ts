import type { HttpBody } from '@parley/model'
import { formRows, languageOf } from '../text-body.ts'
import type { CommandReport } from './command-report.ts'
import type { DataPiece } from './curl-data.ts'
import { dataText } from './curl-data.ts'

/** The type that curl sends for data without a `Content-Type`. */
const formMediaType = 'application/x-www-form-urlencoded'

/** A body, and the `Content-Type` row that it needs in addition to the typed ones. */
export interface CurlBody {
  readonly body: HttpBody
  readonly contentType: string | null
}

/**
 * Returns the body of the data options. `contentType` is the typed or generated one; null: curl's default.
 */
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

/** Returns a body that is one file. */
export function fileBody(filePath: string, contentType: string): HttpBody {
  return { type: 'file', files: [{ filePath, contentType, selected: true }] }
}
