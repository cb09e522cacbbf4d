import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { pairFields } from '../pair-fields.ts'

/** A request as a test server received it. */
export interface RecordedRequest {
  readonly method: string
  /** The raw request target. */
  readonly url: string
  /**
   * In the order and case of the wire, including duplicates; each character of a value is one byte (Latin-1).
   */
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  readonly content: Buffer
}

/** The fixed response of a recording server; `headers` are alternating names and values. */
export interface FixedAnswer {
  readonly statusCode: number
  readonly headers: readonly string[]
  readonly content: string | Uint8Array
}

/**
 * Creates a listener that records each complete request in `requests` and then responds. A request whose
 * client leaves before its end is not recorded.
 */
export function recordRequests(
  requests: RecordedRequest[],
  answerFor: (recorded: RecordedRequest, request: IncomingMessage) => FixedAnswer,
): RequestListener {
  return (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => response.destroy())
    request.on('end', () => {
      const recorded = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: pairFields(request.rawHeaders),
        content: Buffer.concat(chunks),
      }
      requests.push(recorded)
      const answer = answerFor(recorded, request)
      response.writeHead(answer.statusCode, [
        ...answer.headers,
        'Content-Length',
        String(Buffer.byteLength(answer.content)),
      ])
      response.end(answer.content)
    })
  }
}
