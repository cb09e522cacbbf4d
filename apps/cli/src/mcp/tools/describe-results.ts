import type { RunResult } from '@parley/engine'
import { maskLookalikes } from '@parley/engine/assistant'
import { requestCountsOf, scriptErrorText, summaryWords } from '@parley/engine/reports'
import { describeSendFailure, type SendFailure } from '@parley/model'
import type { z } from 'zod'
import { nextStepInRun } from '../../output/next-step.ts'
import type { OutcomeSummary } from '../outcomes/earlier-outcome.ts'
import { handleOf } from '../sending/handle-of.ts'
import type { runResult, runRow, sendResult } from './result-schemas.ts'

/** The body of a response for a result of a send. */
export interface ShownBody {
  readonly text: string
  readonly isCut: boolean
  readonly encoding: 'utf-8' | 'base64'
}

type SendResult = z.output<typeof sendResult>
type RunRow = z.output<typeof runRow>

/** Returns a send as its tool answers it. */
export function describeSend(
  result: RunResult,
  id: string,
  path: string,
  body: ShownBody | null,
): SendResult {
  const { outcome, tests, method, url } = result
  const exchange = outcome?.ok === true ? outcome.value.exchange : null
  const shownUrl = maskLookalikes(url).text
  const response = exchange?.response ?? (outcome?.ok === false ? outcome.failure.response : null)
  return {
    id,
    path,
    method,
    url: shownUrl,
    status: response?.statusCode ?? null,
    reasonPhrase: response?.reasonPhrase ?? '',
    headers: (response?.headers ?? []).map(({ name, value }) => ({ name, value })),
    totalMs: exchange === null ? null : Math.round(exchange.timings.totalMs),
    bodyBytes: response?.content.decodedBytes ?? 0,
    bodyHandle: body === null ? '' : handleOf(result),
    isBodyCut: body?.isCut ?? false,
    bodyEncoding: body?.encoding ?? 'utf-8',
    tests: tests.results.map(test => ({
      name: test.name,
      passed: test.passed,
      reason: test.passed ? null : test.reason,
    })),
    scriptErrors: tests.scriptErrors.map(scriptErrorText),
    failure: failureOf(result),
  }
}

/** Returns the row of a run. */
export function describeRow(result: RunResult): RunRow {
  const { outcome, tests } = result
  return {
    name: result.name,
    folder: result.path.join('/'),
    iteration: result.iteration + 1,
    outcome: result.status,
    status: outcome?.ok === true ? outcome.value.exchange.response.statusCode : null,
    bodyHandle: handleOf(result),
    tests: tests.results.flatMap(test => (test.passed ? [] : [{ name: test.name, reason: test.reason }])),
    scriptErrors: tests.scriptErrors.map(scriptErrorText),
    failure: failureOf(result),
  }
}

/** Returns a run as its tool answers it. */
export function describeRun(
  id: string,
  summary: OutcomeSummary,
  failed: readonly RunResult[],
  leftOut: readonly string[] = [],
): z.output<typeof runResult> {
  const { counts, requests, testsPassed, testsFailed, elapsedMs } = summary
  const { passed, untested } = requestCountsOf(summary)
  return {
    id,
    summary: summaryWords(summary),
    requests,
    ...counts,
    passed,
    untested,
    testsPassed,
    testsFailed,
    elapsedMs,
    failedRows: failed.map(describeRow),
    leftOut: [...leftOut],
  }
}

function failureOf({ outcome, skipped }: RunResult): SendResult['failure'] {
  if (skipped === 'LIVE_STREAM')
    return {
      code: skipped,
      sentence: 'The response is a live stream without a limit, which agents cannot wait for.',
      nextStep: 'Ask the user to set a limit for runs in the settings of the request.',
    }
  if (outcome === null || outcome.ok) return null
  return describeFailure(outcome.failure.failure)
}

function describeFailure(failure: SendFailure): NonNullable<SendResult['failure']> {
  const { code } = failure
  if (code === 'READ_ONLY')
    return {
      code,
      sentence: `${failure.subject} changes data, and agents may only read here. Nothing was sent.`,
      nextStep: 'Ask the user to start parley mcp without --read-only.',
    }
  const { sentence, nextStep } = describeSendFailure(failure)
  if (code === 'BODY_NOT_STORED')
    return { code, sentence, nextStep: 'Ask for less, for example with a page parameter.' }
  return { code, sentence, nextStep: nextStepInRun(code, nextStep) }
}
