import type { ReportedSend } from '../run/send-for-report.ts'
import { describeGrpcState } from './grpc-status.ts'

/** What scripts and assertions name when they look at the status of a response. */
const wordsOfStatus = /status|code|\bto\b.*\b(?:ok|success|error|clientError|serverError)\b/i

/**
 * Returns the result of a call in a run: it fails with a status other than 0, unless a test or an assertion looks at the status (product
 * decisions, gRPC).
 * @param checks - all scripts that run after the response, and the expressions of assertions
 */
export function judgeCall(sent: ReportedSend, checks: string): ReportedSend {
  const { outcome, tests } = sent
  const grpc = outcome.ok ? outcome.value.exchange.response.grpc : undefined
  const isTested = tests.results.length > 0 && wordsOfStatus.test(checks)
  if (!outcome.ok || grpc === undefined || grpc.code === 0 || grpc.isEndedByRun || isTested) return sent
  const failedTest = { name: 'The status is 0 OK', passed: false, reason: describeGrpcState(grpc) } as const
  const judged = { ...tests, results: [...tests.results, failedTest] }
  return {
    ...sent,
    status: 'failed',
    tests: judged,
    outcome: { ok: true, value: { ...outcome.value, tests: judged } },
  }
}
