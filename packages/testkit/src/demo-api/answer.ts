import type { Readable } from 'node:stream'

/** Header fields as alternating names and values, in the order in which they are sent. */
export type FieldPairs = readonly string[]

/** Content generated while it is sent, so that its size does not use memory. */
export interface StreamedContent {
  /** The exact length if it is known beforehand; otherwise the content is sent chunked. */
  readonly lengthBytes?: number
  /** Called once, but not for HEAD. */
  readonly open: () => Readable
}

/** The response of a route, as data, so that a route can be understood and tested without a socket. */
export interface Answer {
  readonly statusCode: number
  /** Only for codes without a standard phrase. */
  readonly reasonPhrase?: string
  readonly fields: FieldPairs
  readonly content: string | Uint8Array | StreamedContent
}

/** Returns a response with compact JSON; formatting is left to the client. */
export function answerJson(value: unknown, statusCode = 200, fields: FieldPairs = []): Answer {
  return {
    statusCode,
    fields: ['Content-Type', 'application/json', ...fields],
    content: JSON.stringify(value),
  }
}

/** Returns a 200 response with content of this media type. */
export function answerContent(mediaType: string, content: string | Uint8Array | StreamedContent): Answer {
  return { statusCode: 200, fields: ['Content-Type', mediaType], content }
}

/** Returns a response without content. */
export function answerEmpty(statusCode: number, fields: FieldPairs = []): Answer {
  return { statusCode, fields, content: '' }
}

/**
 * Returns a failure in the form that all endpoints except the token endpoint use: `{ error: { code, message }
 * }`. `code` is stable and meant for programs, `message` is a sentence for people.
 */
export function answerFailure(
  statusCode: number,
  code: string,
  message: string,
  fields: FieldPairs = [],
): Answer {
  return answerJson({ error: { code, message } }, statusCode, fields)
}
