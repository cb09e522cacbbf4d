import type { Attributes } from './otlp-messages.ts'

/**
 * How a field is written: a scalar, or a message of its own. A list of such values is written one by one. Attributes
 * have code of their own, as most of a trace is attributes.
 */
type FieldType = 'string' | 'hex' | 'enum' | 'bool' | 'fixed64' | 'double' | 'attributes' | MessageType

/** The fields of a message, the last one first. */
type MessageType = readonly Field[]

interface Field {
  /** In JSON. */
  readonly name: string
  /** Its number and how its value is written, as they are before the value. */
  readonly tag: number
  readonly type: FieldType
}

const varint = 0
const eightBytes = 1
const lengthPrefixed = 2

/** Returns the type of messages with fields, of which each has a number and a type. */
function message(fields: Readonly<Record<string, readonly [number: number, type: FieldType]>>): MessageType {
  return Object.entries(fields)
    .map(([name, [number, type]]) => ({ name, tag: number * 8 + wireTypeOf(type), type }))
    .reverse()
}

function wireTypeOf(type: FieldType): number {
  if (type === 'fixed64' || type === 'double') return eightBytes
  return type === 'enum' || type === 'bool' ? varint : lengthPrefixed
}

const resource = message({ attributes: [1, 'attributes'] })
const scope = message({ name: [1, 'string'], version: [2, 'string'] })

const event = message({ timeUnixNano: [1, 'fixed64'], name: [2, 'string'], attributes: [3, 'attributes'] })
const status = message({ message: [2, 'string'], code: [3, 'enum'] })
const span = message({
  traceId: [1, 'hex'],
  spanId: [2, 'hex'],
  parentSpanId: [4, 'hex'],
  name: [5, 'string'],
  kind: [6, 'enum'],
  startTimeUnixNano: [7, 'fixed64'],
  endTimeUnixNano: [8, 'fixed64'],
  attributes: [9, 'attributes'],
  events: [11, event],
  status: [15, status],
})

const numberPoint = message({
  startTimeUnixNano: [2, 'fixed64'],
  timeUnixNano: [3, 'fixed64'],
  asDouble: [4, 'double'],
  asInt: [6, 'fixed64'],
  attributes: [7, 'attributes'],
})
const histogramPoint = message({
  startTimeUnixNano: [2, 'fixed64'],
  timeUnixNano: [3, 'fixed64'],
  count: [4, 'fixed64'],
  sum: [5, 'double'],
  bucketCounts: [6, 'fixed64'],
  explicitBounds: [7, 'double'],
  attributes: [9, 'attributes'],
})
const points = [1, numberPoint] as const
const temporality = [2, 'enum'] as const
const metric = message({
  name: [1, 'string'],
  description: [2, 'string'],
  unit: [3, 'string'],
  gauge: [5, message({ dataPoints: points })],
  sum: [7, message({ dataPoints: points, aggregationTemporality: temporality, isMonotonic: [3, 'bool'] })],
  histogram: [9, message({ dataPoints: [1, histogramPoint], aggregationTemporality: temporality })],
})

const scopeSpans = message({ scope: [1, scope], spans: [2, span] })
const scopeMetrics = message({ scope: [1, scope], metrics: [2, metric] })

/** The requests of the two services of OTLP. */
const requests = {
  traces: message({ resourceSpans: [1, message({ resource: [1, resource], scopeSpans: [2, scopeSpans] })] }),
  metrics: message({
    resourceMetrics: [1, message({ resource: [1, resource], scopeMetrics: [2, scopeMetrics] })],
  }),
} as const

/** What is sent to a collector. */
export type OtlpSignal = keyof typeof requests

/** Returns the bytes of a message (the binary encoding of Protocol Buffers) that is given in its JSON form. */
export function encodeOtlp(signal: OtlpSignal, body: object): Uint8Array {
  // Memory that is not written costs nothing.
  const buffer = Buffer.allocUnsafe(524_288)
  const bytes = { buffer, start: buffer.length, attributes: new Map() }
  writeMessage(bytes, requests[signal], { ...body })
  return bytes.buffer.subarray(bytes.start)
}

/** Bytes that are written from the last one to the first, so that the length of a message is known before it is written. */
interface BackwardBytes {
  buffer: Buffer
  /** Where the written bytes begin. */
  start: number
  /** The last attribute of each key. */
  readonly attributes: Map<string, LastAttribute>
}

interface LastAttribute {
  readonly value: string | number
  /** Where its bytes begin, counted from the end of the buffer. */
  readonly end: number
  readonly size: number
}

function lengthOf({ buffer, start }: BackwardBytes): number {
  return buffer.length - start
}

function writeMessage(
  bytes: BackwardBytes,
  type: MessageType,
  values: Readonly<Record<string, unknown>>,
): void {
  for (const field of type) {
    const value = values[field.name]
    if (value === undefined) continue
    if (field.type === 'attributes') writeAttributes(bytes, field.tag, Object(value))
    else if (!Array.isArray(value)) writeField(bytes, field, value)
    else for (let at = value.length - 1; at >= 0; at -= 1) writeField(bytes, field, value[at])
  }
}

/** Writes a field from its end to its tag. */
function writeField(bytes: BackwardBytes, { tag, type }: Field, value: unknown): void {
  const end = lengthOf(bytes)
  if (type === 'string') writeText(bytes, String(value))
  else if (type === 'hex') writeHex(bytes, String(value))
  else if (type === 'fixed64') writeFixed64(bytes, String(value))
  else if (type === 'double') writeDouble(bytes, Number(value))
  else if (typeof type === 'string') writeVarint(bytes, Number(value))
  else writeMessage(bytes, type, Object(value))
  if (tag % 8 === lengthPrefixed) writeVarint(bytes, lengthOf(bytes) - end)
  writeVarint(bytes, tag)
}

/** The tags of the fields of an attribute, whose numbers the definition of OTLP gives. */
const attributeTags = { key: 0x0a, value: 0x12, stringValue: 0x0a, intValue: 0x18 } as const

function writeAttributes(bytes: BackwardBytes, tag: number, attributes: Attributes): void {
  const keys = Object.keys(attributes)
  for (let at = keys.length - 1; at >= 0; at -= 1) {
    const key = keys[at] ?? ''
    const value = attributes[key]
    if (value !== undefined) writeAttribute(bytes, tag, key, value)
  }
}

/** Most attributes are those of the span before, whose bytes are copied. */
function writeAttribute(bytes: BackwardBytes, tag: number, key: string, value: string | number): void {
  const last = bytes.attributes.get(key)
  if (last?.value === value) {
    const at = take(bytes, last.size)
    const { buffer } = bytes
    buffer.copyWithin(at, buffer.length - last.end, buffer.length - last.end + last.size)
  } else {
    const before = lengthOf(bytes)
    if (typeof value === 'string') writeTextField(bytes, attributeTags.stringValue, value)
    else {
      writeVarint(bytes, value)
      writeVarint(bytes, attributeTags.intValue)
    }
    writeVarint(bytes, lengthOf(bytes) - before)
    writeVarint(bytes, attributeTags.value)
    writeTextField(bytes, attributeTags.key, key)
    const end = lengthOf(bytes)
    writeVarint(bytes, end - before)
    bytes.attributes.set(key, { value, end: lengthOf(bytes), size: lengthOf(bytes) - before })
  }
  writeVarint(bytes, tag)
}

function writeTextField(bytes: BackwardBytes, tag: number, text: string): void {
  const end = lengthOf(bytes)
  writeText(bytes, text)
  writeVarint(bytes, lengthOf(bytes) - end)
  writeVarint(bytes, tag)
}

/** @param value - a whole number from 0, below 2 to the power of 53 */
function writeVarint(bytes: BackwardBytes, value: number): void {
  let size = 1
  for (let rest = value; rest > 0x7f; rest = Math.floor(rest / 0x80)) size += 1
  let at = take(bytes, size)
  let rest = value
  for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) {
    bytes.buffer[at] = (rest % 0x80) | 0x80
    at += 1
  }
  bytes.buffer[at] = rest
}

function writeText(bytes: BackwardBytes, text: string): void {
  const size = Buffer.byteLength(text)
  const at = take(bytes, size)
  // Of the same length, it is ASCII, which is written faster.
  bytes.buffer.write(text, at, size, size === text.length ? 'latin1' : 'utf8')
}

function writeHex(bytes: BackwardBytes, digits: string): void {
  const at = take(bytes, digits.length / 2)
  bytes.buffer.write(digits, at, 'hex')
}

function writeFixed64(bytes: BackwardBytes, value: string): void {
  const at = take(bytes, 8)
  bytes.buffer.writeBigUInt64LE(BigInt(value), at)
}

function writeDouble(bytes: BackwardBytes, value: number): void {
  const at = take(bytes, 8)
  bytes.buffer.writeDoubleLE(value, at)
}

/** Returns where the next bytes before the written ones begin, in a buffer that may be another one than before. */
function take(bytes: BackwardBytes, size: number): number {
  if (bytes.start < size) {
    const written = bytes.buffer.subarray(bytes.start)
    bytes.buffer = Buffer.allocUnsafe(2 * (bytes.buffer.length + size))
    bytes.start = bytes.buffer.length - written.length
    bytes.buffer.set(written, bytes.start)
  }
  bytes.start -= size
  return bytes.start
}
