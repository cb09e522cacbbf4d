import { expect, test } from 'vitest'
import { otlpDecoder } from './collector.testkit.ts'
import { encodeOtlp } from './encode-otlp.ts'
import type { KeyValue, Span } from './otlp-messages.ts'

const values: readonly KeyValue['value'][] = [
  { stringValue: 'GET' },
  { stringValue: '' },
  { stringValue: 'é 本 \u{1f600}' },
  { stringValue: '7' },
  { intValue: '7' },
  { intValue: '0' },
  { intValue: String(Number.MAX_SAFE_INTEGER) },
  { stringValue: 'a'.repeat(127) },
  { stringValue: 'ü'.repeat(8192) },
]

/** Each span has the attributes of the one before, and one that differs; a value comes back after others. */
const spans = Array.from({ length: 100 }, (_, at): Span => {
  const value = (step: number) => values[Math.floor(at / step) % values.length] ?? {}
  return {
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId: at.toString(16).padStart(16, '0'),
    name: `Request ${at}`,
    kind: 3,
    startTimeUnixNano: `17960000000000${String(at).padStart(5, '0')}`,
    endTimeUnixNano: '18446744073709551615',
    attributes: [
      { key: 'each', value: value(1) },
      { key: 'some', value: value(3) },
      { key: 'each', value: value(10) },
    ],
    events: [{ timeUnixNano: '1', name: 'test', attributes: [{ key: 'some', value: value(2) }] }],
    status: { message: 'no', code: 2 },
  }
})

test('a trace is what its definition reads, however often and wherever its attributes repeat', async () => {
  const scope = { name: 'parley', version: '1' }
  const bytes = encodeOtlp('traces', {
    resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ scope, spans }] }],
  })
  expect(bytes.length).toBeGreaterThan(524_288)
  const decoded = (await otlpDecoder())('traces', bytes).resourceSpans[0].scopeSpans[0].spans
  const read = (attributes: KeyValue[]) => attributes.map(({ key, value }) => [key, { ...value }])
  for (const [at, span] of spans.entries()) {
    const one = decoded[at]
    expect(read(one.attributes)).toEqual(read([...span.attributes]))
    expect(read(one.events[0].attributes)).toEqual(read([...(span.events[0]?.attributes ?? [])]))
    expect([one.name, one.startTimeUnixNano, one.endTimeUnixNano, one.status.message]).toEqual([
      span.name,
      span.startTimeUnixNano,
      span.endTimeUnixNano,
      'no',
    ])
    expect(Buffer.from(one.spanId, 'base64').toString('hex')).toBe(span.spanId)
  }
  expect(decoded).toHaveLength(spans.length)
})
