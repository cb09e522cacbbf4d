import { implement } from '@orpc/server'
import type { Result } from '@parley/model'
import { contract, type DescribedProblem, type LiveCommandOutcome } from '../contract/index.ts'
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
    hideSecrets: on.hideSecrets.handler(async ({ input: { sessionId, text } }) =>
      foundOrThrow(await live.hideSecrets(sessionId, text), 'event stream or connection'),
    ),
    send: on.send.handler(async ({ input: { sessionId, ...message } }) =>
      outcomeOf(await live.command(sessionId, { command: 'send', message })),
    ),
    resend: on.resend.handler(async ({ input: { sessionId, number } }) =>
      outcomeOf(await live.resend(sessionId, number)),
    ),
    ping: on.ping.handler(async ({ input: { sessionId } }) =>
      outcomeOf(await live.command(sessionId, { command: 'ping' })),
    ),
    end: on.end.handler(async ({ input: { sessionId } }) =>
      outcomeOf(await live.command(sessionId, { command: 'end' })),
    ),
    cancel: on.cancel.handler(({ input }) => ({ wasRunning: live.cancel(input.sessionId) })),
  }
}

function outcomeOf(result: Result<null, DescribedProblem>): LiveCommandOutcome {
  return { problem: result.ok ? null : result.failure }
}
