import { expect, test } from 'vitest'
import { otlpDecoder } from './collector.testkit.ts'
import { encodeOtlp } from './encode-otlp.ts'
import type { Attributes, Span } from './otlp-messages.ts'

const values = [
  'GET',
  '',
  'é 本 \u{1f600}',
  '7',
  7,
  0,
  Number.MAX_SAFE_INTEGER,
  'a'.repeat(127),
  'ü'.repeat(8192),
]

/** Each span has the attributes of the one before, and one that differs; a value comes back after others. */
const spans = Array.from({ length: 100 }, (_, at): Span => {
  const value = (step: number) => values[Math.floor(at / step) % values.length]
  return {
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId: at.toString(16).padStart(16, '0'),
    name: `Request ${at}`,
    kind: 3,
    startTimeUnixNano: `17960000000000${String(at).padStart(5, '0')}`,
    endTimeUnixNano: '18446744073709551615',
    attributes: { each: value(1), none: undefined, some: value(3), late: value(10) },
    events: [{ timeUnixNano: '1', name: 'test', attributes: { some: value(2) } }],
    status: { message: 'no', code: 2 },
  }
})

test('a trace is what its definition reads, however often and wherever its attributes repeat', async () => {
  const scope = { name: 'parley', version: '1' }
  const bytes = encodeOtlp('traces', {
    resourceSpans: [{ resource: { attributes: {} }, scopeSpans: [{ scope, spans }] }],
  })
  expect(bytes.length).toBeGreaterThan(524_288)
  const decoded = (await otlpDecoder())('traces', bytes).resourceSpans[0].scopeSpans[0].spans
  const read = (attributes: { key: string; value: object }[]) =>
    attributes.map(({ key, value }) => [key, ...Object.values(value).map(String)])
  const given = (attributes: Attributes) =>
    Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]))
  for (const [at, span] of spans.entries()) {
    const one = decoded[at]
    expect(read(one.attributes)).toEqual(given(span.attributes))
    expect(read(one.events[0].attributes)).toEqual(given(span.events[0]?.attributes ?? {}))
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
