import { type HttpBody, type HttpRequest, row, type SendFailure } from '@parley/model'
import type { Placeholders } from './placeholders.ts'

/** The name of an unchosen file in the code. */
const fileName = 'file'

/** A request in which a placeholder fills a gap, and the notice about it. */
export interface FilledGap {
  readonly request: HttpRequest
  readonly notice: string
}

/**
 * Returns the request with a placeholder for the reason of a refusal: a path variable without a value, or
 * unchosen files. Returns null if no placeholder helps.
 */
export function fillGap(
  request: HttpRequest,
  { code, subject }: SendFailure,
  placeholders: Placeholders,
): FilledGap | null {
  if (code === 'MISSING_PATH_VARIABLE') {
    const others = request.pathParams.filter(({ name }) => name !== subject)
    return {
      request: { ...request, pathParams: [...others, row(subject, placeholders.markOf(subject))] },
      notice: `The path variable :${subject} has no value; {{${subject}}} replaces it.`,
    }
  }
  if (code !== 'NO_FILE_SELECTED') return null
  const path = placeholders.markOf(fileName)
  const { bodyVariants } = request
  return {
    request: {
      ...request,
      body: withFiles(request.body, path),
      ...(bodyVariants === undefined
        ? {}
        : { bodyVariants: bodyVariants.map(one => ({ ...one, body: withFiles(one.body, path) })) }),
    },
    notice: `No file is selected; {{${fileName}}} replaces its path.`,
  }
}

function withFiles(body: HttpBody, path: string): HttpBody {
  if (body.type === 'file') {
    const isChosen = body.files.some(({ selected, filePath }) => selected && filePath !== '')
    return isChosen ? body : { ...body, files: [{ filePath: path, contentType: '', selected: true }] }
  }
  if (body.type === 'graphql' && body.uploads !== undefined)
    return { ...body, uploads: body.uploads.map(one => ({ ...one, filePath: one.filePath || path })) }
  if (body.type !== 'multipart') return body
  const parts = body.parts.map(part =>
    part.kind === 'text'
      ? part
      : { ...part, filePaths: part.filePaths.length === 0 ? [path] : part.filePaths.map(one => one || path) },
  )
  return { ...body, parts }
}
