import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeMessage, registryOfProto } from '@parley/protobuf'
import type { OtlpSignal } from './encode-otlp.ts'

/** The parts of opentelemetry-proto 1.x that say what a run sends, with its names, numbers and types. */
const proto = `
syntax = "proto3";
package otlp;
message ExportTraceServiceRequest { repeated ResourceSpans resource_spans = 1; }
message ExportMetricsServiceRequest { repeated ResourceMetrics resource_metrics = 1; }
message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; } }
message KeyValue { string key = 1; AnyValue value = 2; }
message InstrumentationScope { string name = 1; string version = 2; }
message Resource { repeated KeyValue attributes = 1; uint32 dropped_attributes_count = 2; }
message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; string schema_url = 3; }
message ScopeSpans { InstrumentationScope scope = 1; repeated Span spans = 2; string schema_url = 3; }
message Span {
  bytes trace_id = 1;
  bytes span_id = 2;
  string trace_state = 3;
  bytes parent_span_id = 4;
  string name = 5;
  enum SpanKind { SPAN_KIND_UNSPECIFIED = 0; SPAN_KIND_INTERNAL = 1; SPAN_KIND_SERVER = 2; SPAN_KIND_CLIENT = 3; }
  SpanKind kind = 6;
  fixed64 start_time_unix_nano = 7;
  fixed64 end_time_unix_nano = 8;
  repeated KeyValue attributes = 9;
  uint32 dropped_attributes_count = 10;
  message Event { fixed64 time_unix_nano = 1; string name = 2; repeated KeyValue attributes = 3; }
  repeated Event events = 11;
  Status status = 15;
}
message Status {
  reserved 1;
  string message = 2;
  enum StatusCode { STATUS_CODE_UNSET = 0; STATUS_CODE_OK = 1; STATUS_CODE_ERROR = 2; }
  StatusCode code = 3;
}
message ResourceMetrics { Resource resource = 1; repeated ScopeMetrics scope_metrics = 2; string schema_url = 3; }
message ScopeMetrics { InstrumentationScope scope = 1; repeated Metric metrics = 2; string schema_url = 3; }
message Metric {
  string name = 1;
  string description = 2;
  string unit = 3;
  oneof data { Gauge gauge = 5; Sum sum = 7; Histogram histogram = 9; }
}
message Gauge { repeated NumberDataPoint data_points = 1; }
enum AggregationTemporality {
  AGGREGATION_TEMPORALITY_UNSPECIFIED = 0;
  AGGREGATION_TEMPORALITY_DELTA = 1;
  AGGREGATION_TEMPORALITY_CUMULATIVE = 2;
}
message Sum {
  repeated NumberDataPoint data_points = 1;
  AggregationTemporality aggregation_temporality = 2;
  bool is_monotonic = 3;
}
message Histogram { repeated HistogramDataPoint data_points = 1; AggregationTemporality aggregation_temporality = 2; }
message NumberDataPoint {
  reserved 1;
  repeated KeyValue attributes = 7;
  fixed64 start_time_unix_nano = 2;
  fixed64 time_unix_nano = 3;
  oneof value { double as_double = 4; sfixed64 as_int = 6; }
}
message HistogramDataPoint {
  reserved 1;
  repeated KeyValue attributes = 9;
  fixed64 start_time_unix_nano = 2;
  fixed64 time_unix_nano = 3;
  fixed64 count = 4;
  optional double sum = 5;
  repeated fixed64 bucket_counts = 6;
  repeated double explicit_bounds = 7;
}
`

/** A message that a collector got. */
export interface Collected {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly bytes: Uint8Array
  /** In its JSON form, read from the bytes of Protocol Buffers or from JSON. */
  readonly message: Message
}

/** A message of any of the types above. */
// biome-ignore lint/suspicious/noExplicitAny: each test reads what it expects of a decoded document.
type Message = any

/** Returns a function that reads the bytes of a message by the definition of OTLP. */
export async function otlpDecoder() {
  const registry = await registryOfProto('otlp.proto', proto)
  return (signal: OtlpSignal, bytes: Uint8Array): Message => {
    const type = registry.getMessage(
      signal === 'traces' ? 'otlp.ExportTraceServiceRequest' : 'otlp.ExportMetricsServiceRequest',
    )
    if (type === undefined) return null
    const decoded = decodeMessage(type, bytes, registry)
    if (!decoded.ok) throw new Error(decoded.failure)
    return JSON.parse(decoded.value)
  }
}

/** Starts a collector on loopback that answers each message with a status. */
export async function startCollector(status = 200) {
  const collected: Collected[] = []
  const decodeBytes = await otlpDecoder()
  const decode = (path: string, contentType: string | undefined, bytes: Uint8Array): Message => {
    if (contentType === 'application/json') return JSON.parse(new TextDecoder().decode(bytes))
    if (contentType !== 'application/x-protobuf') return null
    return decodeBytes(path.endsWith('/v1/traces') ? 'traces' : 'metrics', bytes)
  }
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    const path = request.url ?? ''
    collected.push({
      path,
      headers: request.headers,
      bytes,
      message: decode(path, request.headers['content-type'], bytes),
    })
    response.writeHead(status).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    collected,
    url: `http://127.0.0.1:${port}`,
    spans: () => collected.flatMap(({ message }) => message.resourceSpans?.[0].scopeSpans[0].spans ?? []),
    metrics: () =>
      collected.flatMap(({ message }) => message.resourceMetrics?.[0].scopeMetrics[0].metrics ?? []),
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
