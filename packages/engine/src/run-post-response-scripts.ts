import type { TestReport } from '@parley/model'
import type { PostResponseRun, ScriptRunner } from './ports.ts'

/**
 * Stage 8: runs the post-response scripts and returns all test results, those of pre-request scripts first.
 * Post-response scripts do not run for a live event stream (spec 6).
 */
export async function runPostResponseScripts(
  run: PostResponseRun,
  scripts: ScriptRunner,
): Promise<TestReport> {
  const isLiveStream = run.exchange.response.content.mediaType === 'text/event-stream'
  const report = isLiveStream ? noTests : await scripts.runPostResponse(run)
  return { ...report, results: [...run.outcome.results, ...report.results] }
}

/** The report of a send without scripts. */
export const noTests: TestReport = { results: [], scriptErrors: [] }
