import type { HeaderField } from '@parley/model'
import type { SendState } from '../tabs/request-tab.ts'

/** Errors of longer responses are only in their bodies. */
const longestBytes = 2_000_000

/** A response whose errors are read. */
export interface GraphQlBodySource {
  readonly handle: string
  readonly contentType: string
}

/** Returns the body of a complete response to a GraphQL request; null for any other send. */
export function graphQlSourceOf(send: SendState): GraphQlBodySource | null {
  if (send.state !== 'answered') return null
  const { request, response } = send.exchange
  const { handle, mediaType, decodedBytes } = response.content
  const isAsked = fieldValue(request.headers, 'accept').includes('graphql-response+json')
  const isGraphQl = isAsked || mediaType === 'application/graphql-response+json'
  if (!isGraphQl || decodedBytes === 0 || decodedBytes > longestBytes) return null
  if (mediaType === 'text/event-stream') return null
  return { handle, contentType: fieldValue(response.headers, 'content-type') }
}

function fieldValue(headers: readonly HeaderField[], name: string): string {
  return headers.find(field => field.name.toLowerCase() === name)?.value ?? ''
}
