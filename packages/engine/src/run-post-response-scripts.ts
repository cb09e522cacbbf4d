import type { Exchange, TestReport } from '@parley/model'
import type { ScriptRunner } from './ports.ts'
import type { ResolvedRequest } from './stages.ts'

/** Stage 8: what the post-response scripts found; a live event stream has none run on it (spec 6). */
export async function runPostResponseScripts(
  resolved: ResolvedRequest,
  exchange: Exchange,
  scripts: ScriptRunner,
): Promise<TestReport> {
  const isLiveStream = exchange.response.content.mediaType === 'text/event-stream'
  return isLiveStream ? noTests : scripts.runPostResponse(resolved, exchange)
}

/** The report of a send on which no script ran. */
export const noTests: TestReport = { results: [], scriptErrors: [] }
