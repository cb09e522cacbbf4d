import type { RunSummary, TraceIds } from '@parley/engine'
import { type ReportedResult, requestCountsOf, scriptErrorText } from '@parley/engine/reports'
import {
  type Attributes,
  type HistogramPoint,
  type Metric,
  otlpNumbers,
  type Span,
  type SpanEvent,
} from './otlp-messages.ts'

/** Returns the span of a request. Its names are those of OpenTelemetry's conventions for HTTP clients and tests. */
export function requestSpan(result: ReportedResult, ids: TraceIds, parentSpanId: string): Span {
  const { method, name, startedAt, timings, failure } = result
  const tookMs = (timings?.preRequestMs ?? 0) + (timings?.totalMs ?? 0) + (timings?.postResponseMs ?? 0)
  const end = nanoseconds(startedAt + tookMs)
  const error = errorOf(result)
  return {
    ...ids,
    parentSpanId,
    name: `${method} ${name}`.trim(),
    kind: otlpNumbers.spanClient,
    startTimeUnixNano: nanoseconds(startedAt),
    endTimeUnixNano: end,
    attributes: {
      'http.request.method': method,
      'url.full': result.url,
      'http.response.status_code': result.response?.statusCode,
      'rpc.grpc.status_code': result.response?.grpc?.code,
      'error.type': failure?.code,
      'parley.request.key': result.key,
      'parley.request.path': result.path.join(' / '),
      'parley.status': result.status,
      'parley.iteration': result.iteration,
      'parley.sends': result.sends,
    },
    events: [...testEvents(result, end), ...scriptEvents(result, end)],
    status: error === null ? {} : { message: error, code: otlpNumbers.statusError },
  }
}

/** Returns the span of the run, the root of its trace. */
export function runSpan(summary: RunSummary, ids: TraceIds): Span {
  const { startedAt, elapsedMs, counts, state } = summary
  const isPassed = state === 'completed' && counts.failed + counts.error === 0
  return {
    ...ids,
    name: 'parley run',
    kind: otlpNumbers.spanInternal,
    startTimeUnixNano: nanoseconds(startedAt),
    endTimeUnixNano: nanoseconds(startedAt + elapsedMs),
    attributes: {
      'parley.state': state,
      'parley.iterations': summary.iterations,
      'parley.requests': summary.requests,
      'parley.tests.passed': summary.testsPassed,
      'parley.tests.failed': summary.testsFailed,
    },
    events: [],
    status: { code: isPassed ? otlpNumbers.statusOk : otlpNumbers.statusError },
  }
}

function errorOf({ status, failure, tests, scriptErrors }: ReportedResult): string | null {
  if (status !== 'failed' && status !== 'error') return null
  const test = tests.find(({ passed }) => !passed)
  const [script] = scriptErrors
  if (failure !== null) return failure.sentence
  if (test !== undefined) return `${test.name}: ${test.reason ?? ''}`
  return script === undefined ? '' : scriptErrorText(script)
}

function testEvents({ tests }: ReportedResult, timeUnixNano: string): readonly SpanEvent[] {
  return tests.map(({ name, passed, reason }) => ({
    timeUnixNano,
    name: 'test',
    attributes: {
      'test.case.name': name,
      'test.case.result.status': passed ? 'pass' : 'fail',
      'parley.test.reason': reason ?? undefined,
    },
  }))
}

function scriptEvents({ scriptErrors }: ReportedResult, timeUnixNano: string): readonly SpanEvent[] {
  return scriptErrors.map(error => ({
    timeUnixNano,
    name: 'exception',
    attributes: {
      'exception.type': 'ScriptError',
      'exception.message': scriptErrorText(error),
    },
  }))
}

/** The bounds of the histogram of OpenTelemetry's conventions for HTTP, in seconds. */
const boundsInSeconds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10] as const

interface Durations {
  readonly attributes: Attributes
  readonly buckets: number[]
  count: number
  sumSeconds: number
}

/** Adds up response times by method, status and error, so that a long run needs no more memory. */
export class DurationHistogram {
  readonly #series = new Map<string, Durations>()

  add({ method, response, timings }: ReportedResult): void {
    if (timings === null) return
    const key = `${method} ${response?.statusCode}`
    const series = this.#series.get(key) ?? {
      attributes: {
        'http.request.method': method,
        'http.response.status_code': response?.statusCode,
      },
      buckets: Array.from({ length: boundsInSeconds.length + 1 }, () => 0),
      count: 0,
      sumSeconds: 0,
    }
    this.#series.set(key, series)
    const seconds = timings.totalMs / 1000
    const at = boundsInSeconds.findIndex(bound => seconds <= bound)
    const bucket = at === -1 ? boundsInSeconds.length : at
    series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1
    series.count += 1
    series.sumSeconds += seconds
  }

  points(times: PointTimes): readonly HistogramPoint[] {
    return [...this.#series.values()].map(({ attributes, buckets, count, sumSeconds }) => ({
      ...times,
      attributes,
      count: String(count),
      sum: sumSeconds,
      bucketCounts: buckets.map(String),
      explicitBounds: boundsInSeconds,
    }))
  }
}

interface PointTimes {
  readonly startTimeUnixNano: string
  readonly timeUnixNano: string
}

/** Returns the metrics of a run. */
export function runMetrics(summary: RunSummary, durations: DurationHistogram): readonly Metric[] {
  const { startedAt, elapsedMs, testsPassed, testsFailed } = summary
  const times = {
    startTimeUnixNano: nanoseconds(startedAt),
    timeUnixNano: nanoseconds(startedAt + elapsedMs),
  }
  const sum = (
    name: string,
    unit: string,
    description: string,
    counts: Readonly<Record<string, number>>,
  ): Metric => ({
    name,
    unit,
    description,
    sum: {
      dataPoints: Object.entries(counts).map(([status, count]) => ({
        ...times,
        asInt: String(count),
        attributes: { 'parley.status': status },
      })),
      aggregationTemporality: otlpNumbers.cumulative,
      isMonotonic: true,
    },
  })
  return [
    sum(
      'parley.run.requests',
      '{request}',
      'The requests of the run by how they ended.',
      requestCountsOf(summary),
    ),
    sum('parley.run.tests', '{test}', 'The tests of the run by how they ended.', {
      passed: testsPassed,
      failed: testsFailed,
    }),
    {
      name: 'parley.run.duration',
      unit: 's',
      description: 'How long the run took.',
      gauge: { dataPoints: [{ ...times, asDouble: elapsedMs / 1000, attributes: {} }] },
    },
    {
      name: 'http.client.request.duration',
      unit: 's',
      description: 'Response times.',
      histogram: {
        dataPoints: durations.points(times),
        aggregationTemporality: otlpNumbers.cumulative,
      },
    },
  ]
}

function nanoseconds(milliseconds: number): string {
  return `${Math.round(milliseconds * 1000)}000`
}
