import { newSpanId, newTraceId, type RunSummary } from '@parley/engine'
import type { ReportedResult } from '@parley/engine/reports'
import { nodeSources } from '@parley/transport'
import { version } from '../../version.ts'
import type { Span } from './otlp-messages.ts'
import type { OtlpSettings } from './otlp-settings.ts'
import type { TelemetrySender } from './post-telemetry.ts'
import { DurationHistogram, requestSpan, runMetrics, runSpan } from './run-telemetry.ts'

/** Spans are sent together, as many or after as long as OpenTelemetry's batches wait: each sending slows the run down. */
const mostWaitingSpans = 2048
const longestWaitMs = 5000

const scope = { name: 'parley', version }

/** Sends the spans of a run while it continues, then its own span and its metrics. */
export class OtlpReport {
  readonly #settings: OtlpSettings
  readonly #sender: TelemetrySender
  readonly #rootSpanId = newSpanId(nodeSources.random)
  readonly #durations = new DurationHistogram()
  #traceId: string | null = null
  #spans: Span[] = []
  #numberedSpans = 0
  #sentAtMs = nodeSources.clock.monotonic()
  #fault: string | null = null

  constructor(settings: OtlpSettings, sender: TelemetrySender) {
    this.#settings = settings
    this.#sender = sender
  }

  async add(result: ReportedResult): Promise<void> {
    // With --trace the spans of the servers are children of those of the requests.
    this.#traceId ??= result.trace?.traceId ?? null
    const traceId = this.#idOfTrace()
    const ids = result.trace?.traceId === traceId ? result.trace : { traceId, spanId: this.#nextSpanId() }
    this.#spans.push(requestSpan(result, ids, this.#rootSpanId))
    this.#durations.add(result)
    const waitedMs = nodeSources.clock.monotonic() - this.#sentAtMs
    if (this.#spans.length >= mostWaitingSpans || waitedMs >= longestWaitMs) await this.#sendSpans()
  }

  /** Sends what is left; resolves to a sentence if the collector did not take everything. */
  async finish(summary: RunSummary): Promise<string | null> {
    this.#spans.push(runSpan(summary, { traceId: this.#idOfTrace(), spanId: this.#rootSpanId }))
    await this.#sendSpans()
    const scopeMetrics = [{ scope, metrics: runMetrics(summary, this.#durations) }]
    this.#fault ??= await this.#sender.post('metrics', {
      resourceMetrics: [{ resource: { attributes: this.#settings.resource }, scopeMetrics }],
    })
    this.close()
    return this.#fault
  }

  close(): void {
    this.#sender.close()
  }

  #idOfTrace(): string {
    this.#traceId ??= newTraceId(nodeSources.random)
    return this.#traceId
  }

  /** Spans differ within their trace; the first half of their IDs is that of the root, the other half counts. */
  #nextSpanId(): string {
    this.#numberedSpans += 1
    return this.#rootSpanId.slice(0, 8) + this.#numberedSpans.toString(16).padStart(8, '0')
  }

  /** A collector that refused once is not asked again, as a run must not wait for it many times. */
  async #sendSpans(): Promise<void> {
    const spans = this.#spans
    this.#spans = []
    this.#sentAtMs = nodeSources.clock.monotonic()
    this.#fault ??= await this.#sender.post('traces', {
      resourceSpans: [{ resource: { attributes: this.#settings.resource }, scopeSpans: [{ scope, spans }] }],
    })
  }
}
