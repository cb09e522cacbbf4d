import type { HeaderField, Response } from '@parley/model'
import { fieldValue } from './header-fields.ts'
import type { ResponseHead } from './http-connection.ts'

/** How much of a response's content was received. */
export interface ContentProgress {
  readonly wireBytes: number
  readonly decodedBytes: number
  readonly isComplete: boolean
}

export const nothingReceived: ContentProgress = { wireBytes: 0, decodedBytes: 0, isComplete: false }

/** Returns the same response when more of it was received; its trailers are known only once it is complete. */
export function responseWith(
  begun: Response,
  progress: ContentProgress,
  trailers: readonly HeaderField[] = [],
): Response {
  return { ...begun, trailers, content: { ...begun.content, ...progress } }
}

/** Returns the same response with the handle of its content, once that is stored. */
export function storedAs(begun: Response, handle: string): Response {
  return { ...begun, content: { ...begun.content, handle } }
}

/** Returns the response of which only the head was received. Its content has no handle yet. */
export function responseOfHead({
  httpVersion,
  statusCode,
  reasonPhrase,
  headers,
  headerBytes,
  interim,
}: ResponseHead): Response {
  const contentType = fieldValue(headers, 'content-type')
  const end = contentType.indexOf(';')
  return {
    httpVersion,
    statusCode,
    reasonPhrase,
    headers,
    trailers: [],
    headerBytes,
    interim,
    content: {
      handle: '',
      mediaType: (end < 0 ? contentType : contentType.slice(0, end)).trim().toLowerCase(),
      charset: end < 0 ? '' : (/;\s*charset="?([^";\s]+)/i.exec(contentType)?.[1] ?? '').toLowerCase(),
      ...nothingReceived,
    },
  }
}
