import type { RunResult, RunSummary } from './run-events.ts'

/** Returns the summary of a run that has just started. */
export function emptySummary(startedAt: number, iterations: number): RunSummary {
  return {
    startedAt,
    elapsedMs: 0,
    state: 'running',
    iterations,
    counts: { passed: 0, failed: 0, error: 0, skipped: 0, cancelled: 0 },
    untested: 0,
    requests: 0,
    sends: 0,
    testsPassed: 0,
    testsFailed: 0,
    scriptErrors: 0,
    receivedBytes: 0,
    sentBytes: 0,
    responseMs: { total: 0, least: 0, most: 0, count: 0 },
  }
}

/** Returns the summary after one more request has ended. */
export function summaryWith(summary: RunSummary, result: RunResult): RunSummary {
  const passed = result.tests.results.filter(test => test.passed).length
  const { sentBytes, receivedBytes } = bytesOf(result)
  return {
    ...summary,
    counts: { ...summary.counts, [result.status]: summary.counts[result.status] + 1 },
    untested: (summary.untested ?? 0) + (isUntested(result) ? 1 : 0),
    requests: summary.requests + 1,
    sends: summary.sends + result.sends,
    testsPassed: summary.testsPassed + passed,
    testsFailed: summary.testsFailed + result.tests.results.length - passed,
    scriptErrors: summary.scriptErrors + result.tests.scriptErrors.length,
    receivedBytes: summary.receivedBytes + receivedBytes,
    sentBytes: summary.sentBytes + sentBytes,
    responseMs: responseTimesWith(summary.responseMs, result),
  }
}

/** Whether a request got its response and has no test or assertion that says what to think of it. */
export function isUntested({ status, tests }: Pick<RunResult, 'status' | 'tests'>): boolean {
  return status === 'passed' && tests.results.length === 0
}

function responseTimesWith(
  times: RunSummary['responseMs'],
  { outcome }: RunResult,
): RunSummary['responseMs'] {
  if (!outcome?.ok) return times
  const { totalMs } = outcome.value.exchange.timings
  return {
    total: times.total + totalMs,
    least: times.count === 0 ? totalMs : Math.min(times.least, totalMs),
    most: Math.max(times.most, totalMs),
    count: times.count + 1,
  }
}

function bytesOf({ outcome }: RunResult) {
  const known = outcome === null ? null : outcome.ok ? outcome.value.exchange : outcome.failure.attempt
  const response =
    outcome === null ? null : outcome.ok ? outcome.value.exchange.response : outcome.failure.response
  return {
    sentBytes: (known?.request?.headerBytes ?? 0) + (known?.request?.contentBytes ?? 0),
    receivedBytes: (response?.headerBytes ?? 0) + (response?.content.wireBytes ?? 0),
  }
}
