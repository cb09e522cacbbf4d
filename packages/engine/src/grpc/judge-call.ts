import type { ReportedSend } from '../run/send-for-report.ts'
import { describeGrpcState } from './grpc-status.ts'

/**
 * Returns the result of a call in a run: it fails with a status other than 0, unless a test or an assertion looks at the status (product
 * decisions, gRPC).
 */
export function judgeCall(sent: ReportedSend, isStatusTested: boolean): ReportedSend {
  const { outcome, tests } = sent
  const grpc = outcome.ok ? outcome.value.exchange.response.grpc : undefined
  if (!outcome.ok || grpc === undefined || grpc.code === 0 || grpc.isEndedByRun || isStatusTested) return sent
  const failedTest = { name: 'The status is 0 OK', passed: false, reason: describeGrpcState(grpc) } as const
  const judged = { ...tests, results: [...tests.results, failedTest] }
  return {
    ...sent,
    status: 'failed',
    tests: judged,
    outcome: { ok: true, value: { ...outcome.value, tests: judged } },
  }
}
