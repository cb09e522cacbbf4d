import type { Result, SendFailure } from '@parley/model'
import type { PreRequestRun, ScriptRunner } from '../ports/script-runner.ts'
import type { ScriptOutcome } from './script-outcome.ts'

/** Stage 2: runs the pre-request scripts. If one throws, nothing is sent (behaviour 3). */
export function runPreRequestScripts(
  run: PreRequestRun,
  scripts: ScriptRunner,
): Promise<Result<ScriptOutcome, SendFailure>> {
  return scripts.runPreRequest(run)
}
