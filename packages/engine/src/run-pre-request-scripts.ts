import { ok, type Result, type SendFailure } from '@parley/model'
import type { ResolvedRequest, ScriptOutcome } from './stages.ts'

/** Stage 2: no script runs yet, so the scopes stay as they are and nothing is overridden. */
export async function runPreRequestScripts(
  resolved: ResolvedRequest,
): Promise<Result<ScriptOutcome, SendFailure>> {
  return ok({
    stage: 'scripted',
    scopes: resolved.scopes,
    overrides: { method: null, setHeaders: [], deletedHeaders: [], content: null },
  })
}
