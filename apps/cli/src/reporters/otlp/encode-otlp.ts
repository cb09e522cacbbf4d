import { ByteWriter } from './byte-writer.ts'

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
  const writer = new ByteWriter()
  writeMessage(requests[signal], message, writer)
  return writer.bytes()
}

function writeMessage(type: MessageType, message: object, writer: ByteWriter): void {
  for (const { name, number, fieldType } of fieldsOf(type)) {
    const value: unknown = Reflect.get(message, name)
    if (value === undefined) continue
    if (Array.isArray(value)) for (const one of value) writeField(number, fieldType, one, writer)
    else writeField(number, fieldType, value, writer)
  }
}

interface Field {
  readonly name: string
  readonly number: number
  readonly fieldType: FieldType
}

/** The fields of the types, listed once: a run has thousands of messages. */
const listedFields = new Map<MessageType, readonly Field[]>()

function fieldsOf(type: MessageType): readonly Field[] {
  const known = listedFields.get(type)
  if (known !== undefined) return known
  const fields = Object.entries(type).map(([name, [number, fieldType]]) => ({ name, number, fieldType }))
  listedFields.set(type, fields)
  return fields
}

const varint = 0
const eightBytes = 1
const lengthPrefixed = 2

/** How a scalar is written, and how its tag says so. */
interface ScalarWriter {
  readonly wireType: number
  write(value: unknown, writer: ByteWriter): void
}

const counted: ScalarWriter = {
  wireType: varint,
  write: (value, writer) => writer.varint(Number(value)),
}

const scalars: Readonly<Record<Exclude<FieldType, MessageType>, ScalarWriter>> = {
  string: { wireType: lengthPrefixed, write: (value, writer) => writer.text(String(value)) },
  hex: { wireType: lengthPrefixed, write: (value, writer) => writer.hex(String(value)) },
  enum: counted,
  int64: counted,
  bool: { wireType: varint, write: (value, writer) => writer.varint(value === true ? 1 : 0) },
  fixed64: { wireType: eightBytes, write: (value, writer) => writer.fixed64(BigInt(String(value))) },
  double: { wireType: eightBytes, write: (value, writer) => writer.double(Number(value)) },
}

function writeField(number: number, type: FieldType, value: unknown, writer: ByteWriter): void {
  const isScalar = typeof type === 'string'
  writer.varint(number * 8 + (isScalar ? scalars[type].wireType : lengthPrefixed))
  if (isScalar) scalars[type].write(value, writer)
  else writer.prefixed(() => writeMessage(type, Object(value), writer))
}
