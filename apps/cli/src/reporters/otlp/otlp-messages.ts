/**
 * The messages of OTLP as its JSON encoding writes them (opentelemetry-proto 1.x): IDs in hexadecimal, 64-bit numbers as
 * texts, enums as numbers. `encodeOtlp` writes their bytes.
 */

export interface AnyValue {
  readonly stringValue?: string
  readonly intValue?: string
}

export interface KeyValue {
  readonly key: string
  readonly value: AnyValue
}

export interface Resource {
  readonly attributes: readonly KeyValue[]
}

export interface Scope {
  readonly name: string
  readonly version: string
}

export interface Span {
  readonly traceId: string
  readonly spanId: string
  /** Absent: the span is the root of its trace. */
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly KeyValue[]
  readonly events: readonly SpanEvent[]
  readonly status: { readonly message?: string; readonly code?: number }
}

export interface SpanEvent {
  readonly timeUnixNano: string
  readonly name: string
  readonly attributes: readonly KeyValue[]
}

export interface TracesMessage {
  readonly resourceSpans: readonly {
    readonly resource: Resource
    readonly scopeSpans: readonly { readonly scope: Scope; readonly spans: readonly Span[] }[]
  }[]
}

export interface Metric {
  readonly name: string
  readonly description: string
  readonly unit: string
  readonly gauge?: { readonly dataPoints: readonly NumberPoint[] }
  readonly sum?: {
    readonly dataPoints: readonly NumberPoint[]
    readonly aggregationTemporality: number
    readonly isMonotonic: boolean
  }
  readonly histogram?: {
    readonly dataPoints: readonly HistogramPoint[]
    readonly aggregationTemporality: number
  }
}

interface Point {
  readonly attributes: readonly KeyValue[]
  readonly startTimeUnixNano: string
  readonly timeUnixNano: string
}

export interface NumberPoint extends Point {
  readonly asDouble?: number
  readonly asInt?: string
}

export interface HistogramPoint extends Point {
  readonly count: string
  readonly sum: number
  readonly bucketCounts: readonly string[]
  readonly explicitBounds: readonly number[]
}

export interface MetricsMessage {
  readonly resourceMetrics: readonly {
    readonly resource: Resource
    readonly scopeMetrics: readonly { readonly scope: Scope; readonly metrics: readonly Metric[] }[]
  }[]
}

/** Kinds of spans, codes of their status and ways to add up metrics. */
export const otlpNumbers = {
  spanInternal: 1,
  spanClient: 3,
  statusOk: 1,
  statusError: 2,
  cumulative: 2,
} as const
