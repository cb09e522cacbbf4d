import type { TestReport } from '@parley/model'
import type { PostResponseRun, ScriptRunner } from './ports.ts'
import { isEventStream } from './sse/is-event-stream.ts'

/**
 * Stage 8: runs the post-response scripts and returns all test results, those of pre-request scripts first.
 * Post-response scripts do not run for a live event stream or a WebSocket (spec 6).
 */
export async function runPostResponseScripts(
  run: PostResponseRun,
  scripts: ScriptRunner,
): Promise<TestReport> {
  const { webSocket } = run.resolved.request
  const isStream = webSocket !== undefined || isEventStream(run.exchange.response.content)
  const report = isStream ? noTests : await scripts.runPostResponse(run)
  return { ...report, results: [...run.outcome.results, ...report.results] }
}

/** The report of a send without scripts. */
export const noTests: TestReport = { results: [], scriptErrors: [] }
