/**
 * The messages of OTLP as its JSON encoding writes them (opentelemetry-proto 1.x), but for attributes: IDs in hexadecimal, 64-bit
 * numbers as texts, enums as numbers. `encodeOtlp` writes their bytes, and `otlpJson` their JSON.
 */

/** Attributes by their keys. Numbers are whole, from 0 and below 2 to the power of 53. */
export type Attributes = Readonly<Record<string, string | number | undefined>>

export interface Resource {
  readonly attributes: Attributes
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
  readonly attributes: Attributes
  readonly events: readonly SpanEvent[]
  readonly status: { readonly message?: string; readonly code?: number }
}

export interface SpanEvent {
  readonly timeUnixNano: string
  readonly name: string
  readonly attributes: Attributes
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
  readonly attributes: Attributes
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

/** Returns a message in the JSON encoding of OTLP. */
export function otlpJson(message: TracesMessage | MetricsMessage): string {
  return JSON.stringify(message, (name, value) => (name === 'attributes' ? keyValuesOf(value) : value))
}

function keyValuesOf(attributes: Attributes) {
  return Object.entries(attributes).flatMap(([key, value]) => {
    if (value === undefined) return []
    const anyValue =
      typeof value === 'number' ? { intValue: String(value) } : { stringValue: value.toWellFormed() }
    return [{ key, value: anyValue }]
  })
}
