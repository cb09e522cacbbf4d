import type { ShownSchema } from '@parley/server/contract'
import type { ServerClient } from './server-client.ts'

/** Reads the text of a schema. A blob stays outside the page's thread; null if the schema is gone. */
export type ReadSchemaText = (schema: ShownSchema) => Promise<Blob | null>

/** Creates the reader of schemas, which takes them from single-use addresses. */
export function createSchemaReader(
  calls: Pick<ServerClient['schemas'], 'mintTicket'>,
  origin: string,
): ReadSchemaText {
  return async ({ key }) => {
    const ticket = await calls.mintTicket({ key })
    if (ticket === null) return null
    const response = await fetch(`${origin}${ticket.path}`)
    return response.ok ? response.blob() : null
  }
}
