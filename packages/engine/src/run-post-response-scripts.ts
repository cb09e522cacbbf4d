import type { TestReport } from '@parley/model'
import type { PostResponseRun, ScriptRunner } from './ports.ts'

/**
 * Stage 8: what the scripts found, the tests of the pre-request scripts first; a live event stream has no
 * post-response script run on it (spec 6).
 */
export async function runPostResponseScripts(
  run: PostResponseRun,
  scripts: ScriptRunner,
): Promise<TestReport> {
  const isLiveStream = run.exchange.response.content.mediaType === 'text/event-stream'
  const report = isLiveStream ? noTests : await scripts.runPostResponse(run)
  return { ...report, results: [...run.outcome.results, ...report.results] }
}

/** The report of a send on which no script ran. */
export const noTests: TestReport = { results: [], scriptErrors: [] }
