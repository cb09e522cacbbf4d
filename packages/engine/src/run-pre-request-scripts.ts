import type { Result, SendFailure } from '@parley/model'
import type { ScriptRunner } from './ports.ts'
import type { ResolvedRequest, ScriptOutcome } from './stages.ts'

/** Stage 2: what the pre-request scripts set; where one throws, nothing is sent (spec 3). */
export function runPreRequestScripts(
  resolved: ResolvedRequest,
  scripts: ScriptRunner,
): Promise<Result<ScriptOutcome, SendFailure>> {
  return scripts.runPreRequest(resolved)
}
