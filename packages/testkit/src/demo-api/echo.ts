import { pairFields } from '../pair-fields.ts'
import { answerJson } from './answer.ts'
import type { Call, Route } from './route.ts'

/** The echoed request, as received. */
export interface EchoedRequest {
  readonly method: string
  /** The raw request target: nothing is decoded, resolved or removed. */
  readonly url: string
  readonly httpVersion: string
  /**
   * In the order and case of the wire, including duplicates; each character of a value is one byte (Latin-1).
   */
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  readonly trailers: readonly { readonly name: string; readonly value: string }[]
  /**
   * The content as UTF-8, with replacement characters for invalid sequences; `bodyBase64` has the exact
   * bytes.
   */
  readonly bodyText: string
  readonly bodyBase64: string
  readonly bodyBytes: number
  readonly remotePort: number
}

/** Routes that return the request as received, for any method that Node's HTTP parser knows. */
export const echoRoutes: readonly Route[] = [
  {
    method: 'ANY',
    path: '/echo',
    summary: 'The request as it arrived: method, raw URL, header fields in order, content as text and Base64',
    handle: call => answerJson(echo(call)),
  },
]

function echo({ request, method, content }: Call): EchoedRequest {
  return {
    method,
    url: request.url ?? '',
    httpVersion: request.httpVersion,
    headers: pairFields(request.rawHeaders),
    trailers: pairFields(request.rawTrailers),
    bodyText: content.toString('utf8'),
    bodyBase64: content.toString('base64'),
    bodyBytes: content.length,
    remotePort: request.socket.remotePort ?? 0,
  }
}
