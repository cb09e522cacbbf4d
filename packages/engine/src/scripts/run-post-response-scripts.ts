import type { GrpcMethodType, ScriptNote, TestReport } from '@parley/model'
import type { PostResponseRun, ScriptReport, ScriptRunner } from '../ports.ts'
import { isEventStream } from '../sse/is-event-stream.ts'
import { runsAfterResponse } from './response-checks.ts'

/**
 * Stage 8: runs the post-response scripts and returns all test results, those of pre-request scripts first, and its notes.
 * Post-response scripts do not run for a live event stream, a WebSocket or, unless it is received up to a bound, a gRPC call
 * that is answered with a stream (behaviour 6).
 */
export async function runPostResponseScripts(
  { isWebSocket, isBounded, ...run }: PostResponseRun & SendKind,
  scripts: ScriptRunner,
): Promise<{ readonly tests: TestReport; readonly notes: readonly ScriptNote[] }> {
  const { grpc } = run.resolved.request
  const isStream =
    isWebSocket ||
    (grpc !== undefined && !isBounded && streamingTypes.has(grpc.methodType)) ||
    isEventStream(run.exchange.response.content)
  const report: ScriptReport = isStream ? reportOfStream(run) : await scripts.runPostResponse(run)
  const { results, times = [], scriptErrors, notes = [] } = report
  const all = [...run.outcome.results, ...results]
  const allTimes = [...(run.outcome.times ?? []), ...times]
  const measured = all.length > 0 && allTimes.length === all.length ? { times: allTimes } : {}
  return { tests: { results: all, ...measured, scriptErrors }, notes }
}

interface SendKind {
  readonly isWebSocket: boolean
  /** Whether a gRPC stream was received up to a bound. */
  readonly isBounded: boolean
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

/** Calls whose responses are streams. */
const streamingTypes: ReadonlySet<GrpcMethodType> = new Set(['serverStreaming', 'bidirectionalStreaming'])

/** The report of a send without scripts. */
export const noTests: TestReport = { results: [], scriptErrors: [] }
