import { describeNotice, type Response, type Timings } from '@parley/model'
import type { RunResult } from '../run-events.ts'
import { isUntested } from '../summarize-run.ts'
import type { ReportedResponse, ReportedResult, ReportedTimings } from './reported-result.ts'
import {
  commonNextStep,
  exchangeOf,
  failureOf,
  type NextStepOf,
  noticesDocument,
  noticesOfSend,
  sessionValuesOf,
} from './result-facts.ts'

/**
 * Returns what reports say about a request.
 * @param position - its place among the requests of all shards
 */
export function describeResult(
  result: RunResult,
  nextStepOf: NextStepOf = commonNextStep,
  position: number | null = null,
): ReportedResult {
  // Each property is listed by name, so that a property added to the engine does not appear in reports by accident.
  const { index, iteration, key, name, path, method, url, status, skipped, sends, startedAt, tests } = result
  const exchange = exchangeOf(result)
  return {
    index,
    iteration,
    position,
    key,
    name,
    path,
    kind: result.kind ?? null,
    method,
    url,
    status: isUntested(result) ? 'untested' : status,
    skipped,
    sends,
    startedAt,
    trace: result.trace === undefined ? null : { traceId: result.trace.traceId, spanId: result.trace.spanId },
    request: exchange && {
      headerBytes: exchange.request.headerBytes,
      contentBytes: exchange.request.contentBytes,
    },
    response: exchange && responseOf(exchange.response),
    timings: exchange && timingsOf(exchange.timings),
    failure: failureOf(result, nextStepOf),
    tests: tests.results.map((test, at) => ({
      name: test.name,
      passed: test.passed,
      reason: test.passed ? null : test.reason,
      tookMs: roundedOrNull(tests.times?.[at]),
    })),
    scriptErrors: tests.scriptErrors.map(({ message, owner, phase, line, column }) => ({
      message,
      owner,
      phase,
      line,
      column,
    })),
    sessionValues: sessionValuesOf(result),
    ...noticesDocument(noticesOfSend(result.outcome), notice => `${describeNotice(notice)}.`),
  }
}

function responseOf({
  httpVersion,
  statusCode,
  reasonPhrase,
  headerBytes,
  content,
  grpc,
}: Response): ReportedResponse {
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

function timingsOf({
  dnsMs,
  connectMs,
  tlsMs,
  waitingMs,
  downloadMs,
  totalMs,
  preRequestMs,
  postResponseMs,
}: Timings): ReportedTimings {
  return {
    dnsMs: roundedOrNull(dnsMs),
    connectMs: roundedOrNull(connectMs),
    tlsMs: roundedOrNull(tlsMs),
    waitingMs: roundedOrNull(waitingMs),
    downloadMs: roundedOrNull(downloadMs),
    totalMs: roundedMs(totalMs),
    preRequestMs: roundedOrNull(preRequestMs),
    postResponseMs: roundedOrNull(postResponseMs),
  }
}

function roundedOrNull(ms: number | null = null): number | null {
  return ms === null ? null : roundedMs(ms)
}

/** Rounds to microseconds, as further digits are meaningless. */
function roundedMs(ms: number): number {
  return Math.round(ms * 1000) / 1000
}
