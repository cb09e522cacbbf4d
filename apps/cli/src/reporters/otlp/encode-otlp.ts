/**
 * How a field is written: a scalar, or a message of its own. A list of such values is written one by one. An `int64` is from 0,
 * and below 2 to the power of 53.
 */
type FieldType = 'string' | 'hex' | 'enum' | 'bool' | 'int64' | 'fixed64' | 'double' | MessageType

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
  return type === 'int64' || type === 'enum' || type === 'bool' ? varint : lengthPrefixed
}

const anyValue = message({ stringValue: [1, 'string'], intValue: [3, 'int64'] })
const keyValue = message({ key: [1, 'string'], value: [2, anyValue] })
const resource = message({ attributes: [1, keyValue] })
const scope = message({ name: [1, 'string'], version: [2, 'string'] })

const event = message({ timeUnixNano: [1, 'fixed64'], name: [2, 'string'], attributes: [3, keyValue] })
const status = message({ message: [2, 'string'], code: [3, 'enum'] })
const span = message({
  traceId: [1, 'hex'],
  spanId: [2, 'hex'],
  parentSpanId: [4, 'hex'],
  name: [5, 'string'],
  kind: [6, 'enum'],
  startTimeUnixNano: [7, 'fixed64'],
  endTimeUnixNano: [8, 'fixed64'],
  attributes: [9, keyValue],
  events: [11, event],
  status: [15, status],
})

const numberPoint = message({
  startTimeUnixNano: [2, 'fixed64'],
  timeUnixNano: [3, 'fixed64'],
  asDouble: [4, 'double'],
  asInt: [6, 'fixed64'],
  attributes: [7, keyValue],
})
const histogramPoint = message({
  startTimeUnixNano: [2, 'fixed64'],
  timeUnixNano: [3, 'fixed64'],
  count: [4, 'fixed64'],
  sum: [5, 'double'],
  bucketCounts: [6, 'fixed64'],
  explicitBounds: [7, 'double'],
  attributes: [9, keyValue],
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
  const bytes = new BackwardBytes()
  writeMessage(bytes, requests[signal], { ...body })
  return bytes.written
}

/** Bytes that are written from the last one to the first, so that the length of a message is known before it is written. */
class BackwardBytes {
  #buffer = Buffer.allocUnsafe(65_536)
  #start = this.#buffer.length

  get length(): number {
    return this.#buffer.length - this.#start
  }

  get written(): Uint8Array {
    return this.#buffer.subarray(this.#start)
  }

  /** @param value - a whole number from 0, below 2 to the power of 53 */
  writeVarint(value: number): void {
    if (value < 0x80) {
      const only = this.#take(1)
      this.#buffer[only] = value
      return
    }
    let size = 1
    for (let rest = value; rest > 0x7f; rest = Math.floor(rest / 0x80)) size += 1
    let at = this.#take(size)
    let rest = value
    for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) {
      this.#buffer[at] = (rest % 0x80) | 0x80
      at += 1
    }
    this.#buffer[at] = rest
  }

  writeText(text: string): void {
    const size = Buffer.byteLength(text)
    // Of the same length, it is ASCII, which is written faster.
    const at = this.#take(size)
    this.#buffer.write(text, at, size === text.length ? 'latin1' : 'utf8')
  }

  writeHex(digits: string): void {
    const at = this.#take(digits.length / 2)
    this.#buffer.write(digits, at, 'hex')
  }

  writeFixed64(value: string): void {
    const at = this.#take(8)
    this.#buffer.writeBigUInt64LE(BigInt(value), at)
  }

  writeDouble(value: number): void {
    const at = this.#take(8)
    this.#buffer.writeDoubleLE(value, at)
  }

  /** Returns where the next bytes before the written ones begin, in a buffer that may be another one than before. */
  #take(size: number): number {
    if (this.#start < size) {
      const { written } = this
      this.#buffer = Buffer.allocUnsafe(2 * (this.#buffer.length + size))
      this.#start = this.#buffer.length - written.length
      this.#buffer.set(written, this.#start)
    }
    this.#start -= size
    return this.#start
  }
}

function writeMessage(
  bytes: BackwardBytes,
  type: MessageType,
  values: Readonly<Record<string, unknown>>,
): void {
  for (const field of type) {
    const value = values[field.name]
    if (value === undefined) continue
    if (!Array.isArray(value)) writeField(bytes, field, value)
    else for (let at = value.length - 1; at >= 0; at -= 1) writeField(bytes, field, value[at])
  }
}

/** Writes a field from its end to its tag. */
function writeField(bytes: BackwardBytes, { tag, type }: Field, value: unknown): void {
  const { length } = bytes
  if (type === 'string') bytes.writeText(String(value))
  else if (type === 'hex') bytes.writeHex(String(value))
  else if (type === 'fixed64') bytes.writeFixed64(String(value))
  else if (type === 'double') bytes.writeDouble(Number(value))
  else if (typeof type === 'string') bytes.writeVarint(Number(value))
  else writeMessage(bytes, type, Object(value))
  if (tag % 8 === lengthPrefixed) bytes.writeVarint(bytes.length - length)
  bytes.writeVarint(tag)
}
