import type { ScriptNote, TestReport } from '@parley/model'
import { isEventStream } from '../exchange/server-sent-events/is-event-stream.ts'
import type { PostResponseRun, ScriptReport, ScriptRunner } from '../prepare/ports/script-runner.ts'
import { runsAfterResponse } from '../prepare/scripts/response-checks.ts'

/**
 * Stage 8: runs the post-response scripts and returns all test results, those of pre-request scripts first, and its notes.
 * Post-response scripts do not run for a live event stream, and where messages follow the response (behaviour 6).
 */
export async function runPostResponseScripts(
  { isLive, ...run }: PostResponseRun & { readonly isLive: boolean },
  scripts: ScriptRunner,
): Promise<{ readonly tests: TestReport; readonly notes: readonly ScriptNote[] }> {
  const isStream = isLive || isEventStream(run.exchange.response.content)
  const report: ScriptReport = isStream ? reportOfStream(run) : await scripts.runPostResponse(run)
  const { results, times = [], scriptErrors, notes = [] } = report
  const all = [...run.outcome.results, ...results]
  const allTimes = [...(run.outcome.times ?? []), ...times]
  const measured = all.length > 0 && allTimes.length === all.length ? { times: allTimes } : {}
  return { tests: { results: all, ...measured, scriptErrors }, notes }
}

function reportOfStream({ resolved: { request } }: PostResponseRun): ScriptReport {
  if (!runsAfterResponse(request, [])) return noTests
  const text = 'were not checked, because the response is a stream'
  const note = {
    code: 'SCRIPT_NOTE',
    owner: 'request',
    member: 'Assertions and variables',
    line: null,
    text,
  } as const
  return { ...noTests, notes: [note] }
}

/** The report of a send without scripts. */
export const noTests: TestReport = { results: [], scriptErrors: [] }
