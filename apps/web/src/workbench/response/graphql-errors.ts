import { type GraphQlResponse, mergedResponse, readGraphQlResponse } from '@parley/engine'
import { readWholeBody } from '../../server-client/body-actions.ts'
import type { ServerClient } from '../../server-client/server-client.ts'
import type { GraphQlBodySource } from './graphql-source.ts'

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
