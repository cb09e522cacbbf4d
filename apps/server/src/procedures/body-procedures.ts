import { implement } from '@orpc/server'
import { contract } from '../contract/index.ts'
import { ticketPath } from '../tickets/tickets.ts'
import type { Services } from './services.ts'
import { foundOrThrow } from './value-or-throw.ts'

/** The calls for the bodies of responses. */
export function bodyProcedures({
  received,
  bodyTexts,
  tickets,
  windows,
}: Pick<Services, 'received' | 'bodyTexts' | 'tickets' | 'windows'>) {
  const found = <Value>(value: Value | null) => foundOrThrow(value, 'response body')
  const source = ({ handle }: { readonly handle: string }) => found(received.received(handle))
  const on = implement(contract).bodies
  return {
    readText: on.readText.handler(async ({ input }) => found(await bodyTexts.read(input, source(input)))),
    readRows: on.readRows.handler(async ({ input }) => found(await bodyTexts.readRows(input, source(input)))),
    readFoldStarts: on.readFoldStarts.handler(async ({ input }) =>
      found(await bodyTexts.readFoldStarts(input, source(input))),
    ),
    readFold: on.readFold.handler(({ input }) => bodyTexts.readFold(input, source(input))),
    find: on.find.handler(async ({ input }) => found(await bodyTexts.find(input, source(input)))),
    filter: on.filter.handler(async ({ input }) => found(await bodyTexts.filter(input, source(input)))),
    readTable: on.readTable.handler(async ({ input }) =>
      found(await bodyTexts.readTable(input, source(input))),
    ),
    readBytes: on.readBytes.handler(async ({ input }) => {
      source(input)
      return found(await bodyTexts.readBytes(input))
    }),
    mintTicket: on.mintTicket.handler(({ input }) => {
      source(input)
      return { path: `${ticketPath}${tickets.mint(input)}` }
    }),
    openPlayback: on.openPlayback.handler(({ input }) => {
      source(input)
      windows.expect(input.windowId)
      return { path: `${ticketPath}${tickets.mint({ ...input, purpose: 'playback' })}` }
    }),
    closePlayback: on.closePlayback.handler(({ input }) => ({
      wasKnown: input.path.startsWith(ticketPath) && tickets.revoke(input.path.slice(ticketPath.length)),
    })),
  }
}
