import type { RunSummary } from '@parley/engine'
import { type ReportedResult, type Reporter, requestCountsOf } from '@parley/engine/reports'
import { harmlessText } from '@parley/model'

/** What is known about one request, in all iterations. */
interface Series {
  readonly path: readonly string[]
  readonly name: string
  responses: number
  totalMs: number
  failures: number
}

/**
 * Writes the text exposition format of Prometheus, version 0.0.4, for the textfile collector of its node exporter or a push
 * gateway: the run as a whole, and each request.
 */
export function prometheusReporter(): Reporter {
  const byKey = new Map<string, Series>()
  return {
    isLive: false,
    head: () => '',
    entry(result) {
      add(byKey, result)
      return ''
    },
    foot: summary => [...metricsOf(summary), ...requestMetricsOf(byKey)].map(textOf).join(''),
  }
}

function add(byKey: Map<string, Series>, { key, path, name, status, timings }: ReportedResult): void {
  const series = byKey.get(key) ?? { path, name, responses: 0, totalMs: 0, failures: 0 }
  byKey.set(key, series)
  if (timings !== null) {
    series.responses += 1
    series.totalMs += timings.totalMs
  }
  if (status === 'failed' || status === 'error') series.failures += 1
}

interface Metric {
  readonly name: string
  readonly help: string
  readonly type: 'gauge' | 'summary'
  readonly samples: readonly Sample[]
}

interface Sample {
  /** What follows the name of the metric. */
  readonly suffix?: '_sum' | '_count'
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

function metricsOf(summary: RunSummary): readonly Metric[] {
  const { startedAt, elapsedMs, state, counts, testsPassed, testsFailed, scriptErrors } = summary
  const isPassed = state === 'completed' && counts.failed + counts.error === 0
  const gauge = (name: string, help: string, ...samples: readonly Sample[]): Metric => ({
    name: `parley_run_${name}`,
    help,
    type: 'gauge',
    samples,
  })
  return [
    gauge('passed', 'Whether the run was completed and nothing failed.', { value: isPassed ? 1 : 0 }),
    gauge('start_time_seconds', 'When the run started, in seconds since the epoch.', {
      value: startedAt / 1000,
    }),
    gauge('duration_seconds', 'How long the run took.', { value: elapsedMs / 1000 }),
    gauge(
      'requests',
      'The requests of the run by how they ended.',
      ...Object.entries(requestCountsOf(summary)).map(([status, value]) => ({ labels: { status }, value })),
    ),
    gauge(
      'tests',
      'The tests of the run by how they ended.',
      { labels: { status: 'passed' }, value: testsPassed },
      { labels: { status: 'failed' }, value: testsFailed },
    ),
    gauge('script_errors', 'Scripts that threw.', { value: scriptErrors }),
  ]
}

function requestMetricsOf(byKey: ReadonlyMap<string, Series>): readonly Metric[] {
  const all = [...byKey].map(([key, series]) => {
    const [collection = '', ...folders] = series.path
    return { ...series, labels: { collection, folder: folders.join('/'), request: series.name, key } }
  })
  return [
    {
      name: 'parley_request_duration_seconds',
      help: 'The response times of a request in all iterations.',
      type: 'summary',
      samples: all.flatMap(({ labels, responses, totalMs }) => [
        { suffix: '_sum', labels, value: totalMs / 1000 } as const,
        { suffix: '_count', labels, value: responses } as const,
      ]),
    },
    {
      name: 'parley_request_failures',
      help: 'How often a request failed.',
      type: 'gauge',
      samples: all.map(({ labels, failures }) => ({ labels, value: failures })),
    },
  ]
}

function textOf({ name, help, type, samples }: Metric): string {
  const lines = samples.map(({ suffix = '', labels = {}, value }) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${labelText(text)}"`)
    return `${name}${suffix}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}\n`
  })
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

function labelText(text: string): string {
  return harmlessText(text.toWellFormed())
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\r', '')
    .replaceAll('\n', '\\n')
}
