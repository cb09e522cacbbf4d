import { implement, ORPCError } from '@orpc/server'
import { contract } from '../contract/index.ts'
import type { SchemaFiles } from '../schemas/schema-files.ts'
import type { Schemas } from '../schemas/schemas.ts'
import type { Tickets } from '../tickets/tickets.ts'

interface SchemaServices {
  readonly schemas: Schemas
  readonly schemaFiles: SchemaFiles
}

/** The calls for schemas and service definitions. */
export function schemaProcedures(
  { schemas, schemaFiles }: SchemaServices,
  tickets: Tickets,
  ticketPath: string,
) {
  const on = implement(contract).schemas
  return {
    find: on.find.handler(async ({ input }) => ({ schema: await schemas.find(input) })),
    fetch: on.fetch.handler(({ input }) => {
      schemas.start(input)
      return {}
    }),
    cancel: on.cancel.handler(({ input }) => ({ wasRunning: schemas.cancel(input.fetchId) })),
    takeFile: on.takeFile.handler(async ({ input: { windowId, filePath, ...subject } }) => {
      const schema = await schemas.takeFile(subject, windowId, filePath)
      if (schema !== null) return { schema }
      throw new ORPCError('SCHEMA_NOT_STORED', {
        status: 400,
        message:
          'The file was not stored. Check the URL of the request, and that the file has less than 64 MB.',
      })
    }),
    files: on.files.handler(({ input }) => schemaFiles.list(input.kind, input.parentId)),
    follow: on.follow.handler(({ input: { windowId, ...file } }) => schemaFiles.follow(windowId, file)),
    keepUsable: on.keepUsable.handler(async ({ input }) => {
      await schemaFiles.keepUsable(input, input.fetchedAt)
      return {}
    }),
    unfollow: on.unfollow.handler(({ input }) => {
      schemaFiles.unfollow(input.windowId)
      return {}
    }),
    mintTicket: on.mintTicket.handler(async ({ input }) => {
      const file = await schemas.file(input.key)
      return file === null ? null : { path: `${ticketPath}${tickets.mint(file)}` }
    }),
  }
}
