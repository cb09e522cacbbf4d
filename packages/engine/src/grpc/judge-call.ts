import type { ReportedSend } from '../run/send-for-report.ts'
import { describeGrpcState } from './grpc-status.ts'

/** What scripts name when they look at the status of a response. */
const wordsOfStatus = /status|code|\bto\b.*\b(?:ok|success|error|clientError|serverError)\b/i

/**
 * Returns the result of a call in a run: it fails with a status other than 0, unless a test looks at the status (product
 * decisions, gRPC).
 * @param scripts - all scripts that run after the response
 */
export function judgeCall(sent: ReportedSend, scripts: string): ReportedSend {
  const { outcome, tests } = sent
  const grpc = outcome.ok ? outcome.value.exchange.response.grpc : undefined
  const isTested = tests.results.length > 0 && wordsOfStatus.test(scripts)
  if (!outcome.ok || grpc === undefined || grpc.code === 0 || isTested) return sent
  const failedTest = { name: 'The status is 0 OK', passed: false, reason: describeGrpcState(grpc) } as const
  const judged = { ...tests, results: [...tests.results, failedTest] }
  return {
    ...sent,
    status: 'failed',
    tests: judged,
    outcome: { ok: true, value: { ...outcome.value, tests: judged } },
  }
}
