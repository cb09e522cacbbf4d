import { describeGrpcState } from '../prepare/kinds/grpc/grpc-status.ts'
import { statusWords } from './reports/result-facts.ts'
import type { ReportedSend } from './send-for-report.ts'

/**
 * Returns the result of a call in a run: it fails with a status other than 0, unless a test or an assertion looks at the status (behaviour,
 * gRPC).
 */
export function judgeCall(sent: ReportedSend, isStatusTested: boolean): ReportedSend {
  const grpc = sent.outcome.ok ? sent.outcome.value.exchange.response.grpc : undefined
  if (grpc === undefined || grpc.code === 0 || grpc.isEndedByRun || isStatusTested) return sent
  return failedBy(sent, 'The status is 0 OK', describeGrpcState(grpc))
}

/** Returns the result of a request in a run that fails on a status of 400 or above, unless a test or an assertion looks at the status. */
export function judgeStatus(sent: ReportedSend, isStatusTested: boolean): ReportedSend {
  const response = sent.outcome.ok ? sent.outcome.value.exchange.response : null
  if (response === null || response.grpc !== undefined || response.statusCode < 400 || isStatusTested)
    return sent
  return failedBy(sent, 'The status is below 400', `The server answered ${statusWords(response)}.`)
}

/** Returns a result with one more test, which failed. */
function failedBy(sent: ReportedSend, name: string, reason: string): ReportedSend {
  const { outcome } = sent
  if (!outcome.ok) return sent
  const tests = { ...sent.tests, results: [...sent.tests.results, { name, passed: false, reason } as const] }
  return { ...sent, status: 'failed', tests, outcome: { ok: true, value: { ...outcome.value, tests } } }
}
