import type { AuthorizedMessage, OutboundMessage, ScriptOutcome } from './stages.ts'

/** Stage 6: edits of scripts come last (spec 4.8); no script runs yet, so there are none. */
export function applyOverrides(authorized: AuthorizedMessage, _outcome: ScriptOutcome): OutboundMessage {
  return { ...authorized, stage: 'outbound' }
}
