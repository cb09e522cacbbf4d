/**
 * How a field is written: a scalar, or a message of its own. A list of such values is written one by one. An `int64` is from 0,
 * and below 2 to the power of 53.
 */
type FieldType = 'string' | 'hex' | 'enum' | 'bool' | 'int64' | 'fixed64' | 'double' | MessageType

/** The fields of a message: their numbers and types, by their names in JSON. */
interface MessageType {
  readonly [name: string]: readonly [number: number, type: FieldType]
}

const anyValue: MessageType = { stringValue: [1, 'string'], intValue: [3, 'int64'] }
const keyValue: MessageType = { key: [1, 'string'], value: [2, anyValue] }
const resource: MessageType = { attributes: [1, keyValue] }
const scope: MessageType = { name: [1, 'string'], version: [2, 'string'] }

const span: MessageType = {
  traceId: [1, 'hex'],
  spanId: [2, 'hex'],
  parentSpanId: [4, 'hex'],
  name: [5, 'string'],
  kind: [6, 'enum'],
  startTimeUnixNano: [7, 'fixed64'],
  endTimeUnixNano: [8, 'fixed64'],
  attributes: [9, keyValue],
  events: [11, { timeUnixNano: [1, 'fixed64'], name: [2, 'string'], attributes: [3, keyValue] }],
  status: [15, { message: [2, 'string'], code: [3, 'enum'] }],
}

const numberPoint: MessageType = {
  startTimeUnixNano: [2, 'fixed64'],
  timeUnixNano: [3, 'fixed64'],
  asDouble: [4, 'double'],
  asInt: [6, 'fixed64'],
  attributes: [7, keyValue],
}

const histogramPoint: MessageType = {
  startTimeUnixNano: [2, 'fixed64'],
  timeUnixNano: [3, 'fixed64'],
  count: [4, 'fixed64'],
  sum: [5, 'double'],
  bucketCounts: [6, 'fixed64'],
  explicitBounds: [7, 'double'],
  attributes: [9, keyValue],
}

const metric: MessageType = {
  name: [1, 'string'],
  description: [2, 'string'],
  unit: [3, 'string'],
  gauge: [5, { dataPoints: [1, numberPoint] }],
  sum: [7, { dataPoints: [1, numberPoint], aggregationTemporality: [2, 'enum'], isMonotonic: [3, 'bool'] }],
  histogram: [9, { dataPoints: [1, histogramPoint], aggregationTemporality: [2, 'enum'] }],
}

/** The requests of the two services of OTLP. */
const requests = {
  traces: {
    resourceSpans: [1, { resource: [1, resource], scopeSpans: [2, { scope: [1, scope], spans: [2, span] }] }],
  },
  metrics: {
    resourceMetrics: [
      1,
      { resource: [1, resource], scopeMetrics: [2, { scope: [1, scope], metrics: [2, metric] }] },
    ],
  },
} as const satisfies Readonly<Record<string, MessageType>>

/** What is sent to a collector. */
export type OtlpSignal = keyof typeof requests

/** Returns the bytes of a message (the binary encoding of Protocol Buffers) that is given in its JSON form. */
export function encodeOtlp(signal: OtlpSignal, message: object): Uint8Array {
  return Buffer.from(messageBytes(requests[signal], message), 'latin1')
}

/**
 * Bytes as a text of the characters U+0000 to U+00FF. Texts are joined by the engine itself, which costs a fraction of writing
 * a hundred thousand bytes one by one.
 */
type ByteText = string

function messageBytes(type: MessageType, message: object): ByteText {
  let bytes = ''
  for (const [name, value] of Object.entries(message)) {
    const field = type[name]
    if (field === undefined || value === undefined) continue
    if (Array.isArray(value)) for (const one of value) bytes += fieldBytes(field, one)
    else bytes += fieldBytes(field, value)
  }
  return bytes
}

const varint = 0
const eightBytes = 1
const lengthPrefixed = 2

/** How a scalar is written, and how its tag says so. */
interface Scalar {
  readonly wireType: number
  readonly bytes: (value: unknown) => ByteText
}

const counted: Scalar = { wireType: varint, bytes: value => varintBytes(Number(value)) }
const eight = Buffer.alloc(8)

const scalars: Readonly<Record<Exclude<FieldType, MessageType>, Scalar>> = {
  string: { wireType: lengthPrefixed, bytes: value => withLength(textBytes(String(value))) },
  hex: {
    wireType: lengthPrefixed,
    bytes: value => withLength(Buffer.from(String(value), 'hex').toString('latin1')),
  },
  enum: counted,
  int64: counted,
  bool: { wireType: varint, bytes: value => (value === true ? '\u0001' : '\0') },
  fixed64: {
    wireType: eightBytes,
    bytes(value) {
      eight.writeBigUInt64LE(BigInt(String(value)))
      return eight.toString('latin1')
    },
  },
  double: {
    wireType: eightBytes,
    bytes(value) {
      eight.writeDoubleLE(Number(value))
      return eight.toString('latin1')
    },
  },
}

function fieldBytes([number, type]: MessageType[string], value: unknown): ByteText {
  if (typeof type !== 'string')
    return varintBytes(number * 8 + lengthPrefixed) + withLength(messageBytes(type, Object(value)))
  const { wireType, bytes } = scalars[type]
  return varintBytes(number * 8 + wireType) + bytes(value)
}

function withLength(bytes: ByteText): ByteText {
  return varintBytes(bytes.length) + bytes
}

/** @param value - a whole number from 0, below 2 to the power of 53 */
function varintBytes(value: number): ByteText {
  let bytes = ''
  let rest = value
  for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) bytes += String.fromCharCode((rest % 0x80) | 0x80)
  return bytes + String.fromCharCode(rest)
}

function textBytes(text: string): ByteText {
  // Of the same length, it is ASCII, which UTF-8 writes as it is.
  return Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString('latin1')
}
