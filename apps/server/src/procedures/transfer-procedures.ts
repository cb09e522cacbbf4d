import { implement } from '@orpc/server'
import { contract } from '../contract/index.ts'
import { ticketPath } from '../tickets/tickets.ts'
import type { Services } from './services.ts'
import { foundOrThrow } from './value-or-throw.ts'

/** The calls for imports and exports. */
export function transferProcedures({
  windows,
  imports,
  exports,
  tickets,
}: Pick<Services, 'windows' | 'imports' | 'exports' | 'tickets'>) {
  const on = implement(contract)
  return {
    imports: {
      start: on.imports.start.handler(({ input: { windowId, importId, source } }) => {
        windows.expect(windowId)
        imports.start(windowId, importId, source)
        return {}
      }),
      write: on.imports.write.handler(({ input: { windowId, importId, ...options } }) => ({
        wasKnown: imports.write(windowId, importId, options),
      })),
      cancel: on.imports.cancel.handler(({ input: { windowId, importId } }) => ({
        wasKnown: imports.cancel(windowId, importId),
      })),
    },
    exports: {
      start: on.exports.start.handler(({ input: { windowId, exportId, source } }) => {
        windows.expect(windowId)
        exports.start(windowId, exportId, source)
        return {}
      }),
      mintTicket: on.exports.mintTicket.handler(({ input: { windowId, exportId } }) => {
        const { fileName, content } = foundOrThrow(exports.file(windowId, exportId), 'export')
        return { path: `${ticketPath}${tickets.mint({ purpose: 'file', fileName, content })}` }
      }),
    },
  }
}
