import type { Response, TestReport, Timings } from '@parley/model'
import { describeNotice, harmlessJson } from '@parley/model'
import type { RunResult, RunSummary } from '../run-events.ts'
import { isUntested } from '../summarize-run.ts'
import type { Reporter } from './reporter.ts'
import {
  commonNextStep,
  exchangeOf,
  failureOf,
  type NextStepOf,
  noticesDocument,
  noticesOfSend,
  requestCountsOf,
  sessionValuesOf,
} from './result-facts.ts'

/** Increased when readers of earlier reports could no longer understand new ones. */
const schemaVersion = 1

/** Writes JSON for programs, described in docs/schemas/parley-run.schema.json. */
export function jsonReporter(nextStepOf: NextStepOf = commonNextStep): Reporter {
  let isFirst = true
  return {
    isLive: false,
    head: summary =>
      `{\n"schemaVersion": ${schemaVersion},\n"summary": ${json(summary && summaryOf(summary))},\n"results": [`,
    entry(result) {
      const separator = isFirst ? '\n' : ',\n'
      isFirst = false
      return separator + json(resultOf(result, nextStepOf))
    },
    foot: () => '\n]\n}\n',
  }
}

function json(value: unknown): string {
  return harmlessJson(JSON.stringify(value))
}

// Each property is listed by name, so that a property added to the engine does not appear in reports by
// accident.

function summaryOf(summary: RunSummary) {
  const { startedAt, elapsedMs, state, iterations, counts, requests, sends } = summary
  const { testsPassed, testsFailed, scriptErrors, receivedBytes, sentBytes } = summary
  const { failed, error, skipped, cancelled } = counts
  const { passed, untested } = requestCountsOf(summary)
  return {
    startedAt,
    elapsedMs,
    state,
    iterations,
    requests: { total: requests, passed, untested, failed, error, skipped, cancelled, sends },
    tests: { passed: testsPassed, failed: testsFailed },
    scriptErrors,
    receivedBytes,
    sentBytes,
  }
}

function resultOf(result: RunResult, nextStepOf: NextStepOf) {
  const { index, iteration, key, name, path, method, url, status, skipped, sends, startedAt, tests } = result
  const exchange = exchangeOf(result)
  return {
    index,
    iteration,
    key,
    name,
    path,
    method,
    url,
    status: isUntested(result) ? 'untested' : status,
    skipped,
    sends,
    startedAt,
    request: exchange && {
      headerBytes: exchange.request.headerBytes,
      contentBytes: exchange.request.contentBytes,
    },
    response: exchange && responseOf(exchange.response),
    timings: exchange && timingsOf(exchange.timings),
    failure: failureOf(result, nextStepOf),
    ...testsDocument(tests),
    sessionValues: sessionValuesOf(result),
    ...noticesDocument(noticesOfSend(result.outcome), notice => `${describeNotice(notice)}.`),
  }
}

function responseOf({ httpVersion, statusCode, reasonPhrase, headerBytes, content, grpc }: Response) {
  const { mediaType, wireBytes, decodedBytes } = content
  return {
    httpVersion,
    statusCode,
    reasonPhrase,
    mediaType,
    headerBytes,
    wireBytes,
    decodedBytes,
    grpc: grpc === undefined ? null : { code: grpc.code, name: grpc.name, message: grpc.message },
  }
}

function timingsOf({ startedAt: _startedAt, ...durations }: Timings) {
  const all = { preRequestMs: null, postResponseMs: null, ...durations }
  // Rounded to microseconds, as further digits are meaningless.
  return Object.fromEntries(
    Object.entries(all).map(([name, ms]) => [name, ms === null ? null : Math.round(ms * 1000) / 1000]),
  )
}

/** Returns the results of scripts as JSON documents list them. */
export function testsDocument({ results, scriptErrors }: TestReport) {
  return {
    tests: results.map(test => ({
      name: test.name,
      passed: test.passed,
      reason: test.passed ? null : test.reason,
    })),
    scriptErrors: scriptErrors.map(({ message, owner, phase, line, column }) => ({
      message,
      owner,
      phase,
      line,
      column,
    })),
  }
}
