import type { IncomingMessage } from 'node:http'
import type { Response } from '@parley/model'
import { fieldsOf, fieldValue, fromWire, headerSectionBytes } from './wire-text.ts'

/** How much of a response's content has arrived. */
export interface ContentProgress {
  readonly wireBytes: number
  readonly decodedBytes: number
  readonly isComplete: boolean
}

export const nothingReceived: ContentProgress = { wireBytes: 0, decodedBytes: 0, isComplete: false }

/** A response as far as it has come; its trailers are known only once it is complete. */
export function responseOfHead(head: IncomingMessage, handle: string, progress: ContentProgress): Response {
  const headers = fieldsOf(head.rawHeaders)
  const statusCode = head.statusCode ?? 0
  const phrase = head.statusMessage ?? ''
  const contentType = fieldValue(headers, 'content-type')
  return {
    httpVersion: head.httpVersion,
    statusCode,
    reasonPhrase: fromWire(phrase),
    headers,
    trailers: progress.isComplete ? fieldsOf(head.rawTrailers) : [],
    headerBytes: headerSectionBytes(`HTTP/${head.httpVersion} ${statusCode} ${phrase}`, head.rawHeaders),
    content: {
      handle,
      mediaType: (contentType.split(';')[0] ?? '').trim().toLowerCase(),
      charset: (/;\s*charset="?([^";\s]+)/i.exec(contentType)?.[1] ?? '').toLowerCase(),
      ...progress,
    },
  }
}
