import type { Readable } from 'node:stream'

/** Header fields as alternating names and values, in the order in which they are sent. */
export type FieldPairs = readonly string[]

/** Content made while it is sent, so that its size does not count against memory. */
export interface StreamedContent {
  /** The exact length where it is known beforehand; without it the content goes out chunked. */
  readonly lengthBytes?: number
  /** Called once, and not at all for HEAD. */
  readonly open: () => Readable
}

/** What a route answers: data, so that a route needs no socket to be understood or tested. */
export interface Answer {
  readonly statusCode: number
  /** Only for codes that have no standard phrase of their own. */
  readonly reasonPhrase?: string
  readonly fields: FieldPairs
  readonly content: string | Uint8Array | StreamedContent
}

/** Answers with compact JSON; laying it out is the client's work. */
export function answerJson(value: unknown, statusCode = 200, fields: FieldPairs = []): Answer {
  return {
    statusCode,
    fields: ['Content-Type', 'application/json', ...fields],
    content: JSON.stringify(value),
  }
}

/** Answers 200 with content of the given media type. */
export function answerContent(mediaType: string, content: string | Uint8Array | StreamedContent): Answer {
  return { statusCode: 200, fields: ['Content-Type', mediaType], content }
}

/** Answers with no content at all. */
export function answerEmpty(statusCode: number, fields: FieldPairs = []): Answer {
  return { statusCode, fields, content: '' }
}

/**
 * The one shape of every failure but those of the token endpoint: `{ error: { code, message } }`.
 * `code` is stable and meant for programs, `message` is a sentence for people.
 */
export function answerFailure(
  statusCode: number,
  code: string,
  message: string,
  fields: FieldPairs = [],
): Answer {
  return answerJson({ error: { code, message } }, statusCode, fields)
}
