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

/** Returns the response of which only the head was received. */
export function responseOfHead(
  { httpVersion, statusCode, reasonPhrase, headers, headerBytes, interim }: ResponseHead,
  handle: string,
): Response {
  const contentType = fieldValue(headers, 'content-type')
  return {
    httpVersion,
    statusCode,
    reasonPhrase,
    headers,
    trailers: [],
    headerBytes,
    interim,
    content: {
      handle,
      mediaType: (contentType.split(';')[0] ?? '').trim().toLowerCase(),
      charset: (/;\s*charset="?([^";\s]+)/i.exec(contentType)?.[1] ?? '').toLowerCase(),
      ...nothingReceived,
    },
  }
}
