import { type GraphQlResponse, mergedResponse, readGraphQlResponse } from '@parley/engine'
import type { HeaderField } from '@parley/model'
import { readWholeBody } from '../../server-client/body-actions.ts'
import type { ServerClient } from '../../server-client/server-client.ts'
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

/** Reads what a response says besides its data; null if it is none of GraphQL, or not available. */
export async function readGraphQlErrors(
  bodies: Pick<ServerClient['bodies'], 'readText'>,
  { handle, contentType }: GraphQlBodySource,
): Promise<GraphQlResponse | null> {
  try {
    const text = await readWholeBody(bodies, { handle, view: 'raw', format: 'auto' })
    return readGraphQlResponse(mergedResponse(contentType, text))
  } catch {
    // The view of the body says why it cannot be read.
    return null
  }
}

/** Returns a path as it is written in a program: `books[0].title`. */
export function graphQlPath(path: readonly (string | number)[]): string {
  return path
    .map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`))
    .join('')
}

function fieldValue(headers: readonly HeaderField[], name: string): string {
  return headers.find(field => field.name.toLowerCase() === name)?.value ?? ''
}
