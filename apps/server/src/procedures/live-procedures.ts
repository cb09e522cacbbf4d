import { implement } from '@orpc/server'
import { contract } from '../contract/index.ts'
import type { LiveSessions } from '../live/live-sessions.ts'
import { foundOrThrow } from './value-or-throw.ts'

/** The calls for the messages of live sessions. */
export function liveProcedures(live: LiveSessions) {
  const on = implement(contract).live
  return {
    rows: on.rows.handler(async ({ input: { sessionId, ...asked } }) =>
      foundOrThrow(await live.rows(sessionId, asked), 'event stream or connection'),
    ),
    message: on.message.handler(async ({ input: { sessionId, number } }) =>
      foundOrThrow(await live.message(sessionId, number), 'message'),
    ),
    export: on.export.handler(async ({ input: { sessionId, ...asked } }) =>
      foundOrThrow(await live.export(sessionId, asked), 'event stream or connection'),
    ),
    cancel: on.cancel.handler(({ input }) => ({ wasRunning: live.cancel(input.sessionId) })),
  }
}
