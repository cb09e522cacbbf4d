import { createParser } from 'eventsource-parser'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readEvent, type StreamEvent } from './read-event.ts'
import { EventScanner, maxFieldBytes, type ScannedEvent } from './scan-events.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

interface Read {
  readonly events: readonly StreamEvent[]
  readonly rest: ScannedEvent | null
  readonly lastEventId: string
  readonly retryMs: number | null
}

/** Reads a stream that arrives in pieces of these sizes, one after the other, then over again. */
function read(stream: Uint8Array, pieceBytes: readonly number[] = [stream.length || 1]): Read {
  const found: ScannedEvent[] = []
  const scanner = new EventScanner(event => found.push(event))
  const reused = new Uint8Array(Math.max(1, ...pieceBytes))
  for (let at = 0, turn = 0; at < stream.length; turn += 1) {
    const piece = stream.subarray(at, at + (pieceBytes[turn % pieceBytes.length] ?? 1))
    // Readers of files fill one buffer again and again.
    reused.set(piece)
    scanner.write(reused.subarray(0, piece.length))
    at += piece.length
  }
  const rest = scanner.end()
  const events = found.map(({ offset, lengthBytes }) =>
    readEvent(stream.subarray(offset, offset + lengthBytes)),
  )
  expect(events.map(({ event }) => event)).toEqual(found.map(({ name }) => name))
  return { events, rest, lastEventId: scanner.lastEventId, retryMs: scanner.retryMs }
}

const dataOf = (text: string) => read(bytesOf(text)).events.map(({ data }) => data)

describe('the standard (WHATWG HTML §9.2.6)', () => {
  test.each([
    ['one event', 'data: a\n\n', ['a']],
    ['data of many lines', 'data: YHOO\ndata: +2\ndata: 10\n\n', ['YHOO\n+2\n10']],
    [
      'comments and empty data',
      ': test stream\n\ndata: first\nid: 1\n\ndata:second\nid\n\ndata:  third\n\n',
      ['first', 'second', ' third'],
    ],
    ['data without a colon', 'data\n\ndata\ndata\n\ndata:', ['', '\n']],
    ['one space is left out', 'data:test\n\ndata: test\n\n', ['test', 'test']],
    ['CR', 'data: a\r\rdata: b\r\r', ['a', 'b']],
    ['CRLF', 'data: a\r\n\r\ndata: b\r\n\r\n', ['a', 'b']],
    ['line breaks mixed', 'data: a\r\n\rdata: b\n\r\ndata: c\r\n\n', ['a', 'b', 'c']],
    ['a byte order mark once', '\ufeffdata: a\n\n\ufeffdata: b\n\n', ['a']],
    ['two byte order marks', '\ufeff\ufeffdata: a\n\ndata: b\n\n', ['b']],
    ['U+FEFF within data', 'data: \ufeffa\n\n', ['\ufeffa']],
    ['unknown fields', 'Data: x\ndatas: x\n data: x\ndata : x\ndata: a\nfoo\n\n', ['a']],
    ['an event without data', 'event: a\nid: 1\n\n', []],
    ['the end of an unfinished event', 'data: a\n\ndata: b\n', ['a']],
    ['the end within a line', 'data: a\n\ndata: b', ['a']],
    ['nothing', '', []],
    ['a line separator is no line break', 'data: a\u2028b\u0085c\n\n', ['a\u2028b\u0085c']],
  ])('%s', (_, text, data) => {
    expect(dataOf(text)).toEqual(data)
  })

  test('a name applies to one event only', () => {
    const { events } = read(bytesOf('event: add\ndata: 1\n\ndata: 2\n\nevent: x\nevent:\ndata: 3\n\n'))
    expect(events.map(({ event }) => event)).toEqual(['add', 'message', 'message'])
  })

  test.each([
    ['id: 1\ndata: a\n\n', '1'],
    ['id: 1\n\n', '1'],
    ['id: 1\ndata: a\n\nid\ndata: b\n\n', ''],
    ['id: 1\ndata: a\n\nid: 2\0\ndata: b\n\n', '1'],
    ['id: 1\ndata: a\n\nid: 2\ndata: b\n', '1'],
    ['id: 1\ndata: a\n\ndata: b\n\n', '1'],
    ['id: é\ndata: a\n\n', 'é'],
    [`id: 1\n\nid: ${'9'.repeat(maxFieldBytes)}\n\n`, '1'],
  ])('%j leaves the last event ID %j', (text, id) => {
    expect(read(bytesOf(text)).lastEventId).toBe(id)
  })

  test.each([
    ['retry: 2000\n', 2000],
    ['retry: 2000\nretry: 1e3\nretry: -1\nretry: 1.5\nretry:\nretry: ٣\nretry:  7\n', 2000],
    ['retry\n', null],
    ['retry: 5', null],
  ])('%j sets the reconnection time %j', (text, retryMs) => {
    expect(read(bytesOf(text)).retryMs).toBe(retryMs)
  })
})

test.each([
  ['data: a\n\ndata: b', true],
  ['data: a\n\nda', true],
  ['data: a\n\nid: 7\n', true],
  ['data: a\n\n', false],
  ['data: a\n\n: comment', false],
  ['data: a\n\n\n\n', false],
  ['\ufeff', false],
])('%j has an incomplete rest: %s', (text, hasRest) => {
  const { rest } = read(bytesOf(text))
  expect(rest !== null).toBe(hasRest)
  if (rest !== null) {
    expect(rest.isComplete).toBe(false)
    expect(rest.offset + rest.lengthBytes).toBe(bytesOf(text).length)
  }
})

const line = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('', '', 'data: a', 'data', 'data:', 'event: add', 'id: 7', 'retry: 10'),
  },
  fc
    .tuple(
      fc.constantFrom('data', 'event', 'id', 'retry', 'dat', 'datum', '', 'event '),
      fc.string({ unit: 'grapheme', maxLength: 9 }),
    )
    .map(([name, value]) => `${name}: ${value}`.replace(/[\r\n]/g, '_')),
  fc.string({ maxLength: 9 }).map(text => text.replace(/[\r\n]/g, ':')),
)
const stream = fc
  .tuple(fc.boolean(), fc.array(fc.tuple(line, fc.constantFrom('\n', '\r', '\r\n')), { maxLength: 40 }), line)
  .map(([hasMark, lines, last]) => `${hasMark ? '\ufeff' : ''}${lines.flat().join('')}${last}`)
const pieces = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 6 })

test('any pieces give the same events (EV1)', () => {
  fc.assert(
    fc.property(stream, pieces, (text, sizes) => {
      const bytes = bytesOf(text)
      expect(read(bytes, sizes)).toEqual(read(bytes))
      expect(read(bytes, [1])).toEqual(read(bytes))
    }),
    { numRuns: 2000 },
  )
})

test('bytes that are not text give the same events in any pieces', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), pieces, (noise, sizes) => {
      const bytes = new Uint8Array([...bytesOf('data:'), ...noise, ...bytesOf('\n\n')])
      expect(read(bytes, sizes)).toEqual(read(bytes))
    }),
    { numRuns: 500 },
  )
})

test('another parser reads the same events (EV1)', () => {
  fc.assert(
    fc.property(stream, pieces, (text, sizes) => {
      const expected: unknown[] = []
      let retryMs: number | null = null
      const parser = createParser({
        onEvent: ({ id, event, data }) => expected.push({ id: id ?? null, event: event ?? 'message', data }),
        onRetry: value => {
          retryMs = value
        },
      })
      parser.feed(text)
      const { events, ...all } = read(bytesOf(text), sizes)
      expect(events.map(({ id, event, data }) => ({ id, event, data }))).toEqual(expected)
      expect(all.retryMs).toBe(retryMs)
    }),
    { numRuns: 2000 },
  )
})

test('a line of 100 MB without an end is a range of which only the beginning is kept (EV1)', () => {
  const found: ScannedEvent[] = []
  const scanner = new EventScanner(event => found.push(event))
  const piece = new Uint8Array(1_000_000).fill(0x78)
  scanner.write(bytesOf('id: 7\ndata: '))
  const before = process.memoryUsage().arrayBuffers
  for (let written = 0; written < 100; written += 1) scanner.write(piece)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2_000_000)
  expect(found).toEqual([])
  scanner.write(bytesOf('\n\n'))
  expect(found).toEqual([
    { offset: 0, lengthBytes: 100_000_014, name: 'message', dataAt: 6, idAt: 0, isComplete: true },
  ])
})

test('a name that is longer than the limit is cut', () => {
  const found: ScannedEvent[] = []
  const scanner = new EventScanner(event => found.push(event))
  scanner.write(bytesOf(`event: ${'n'.repeat(2 * maxFieldBytes)}\ndata: a\n\n`))
  expect(found.map(({ name }) => name.length)).toEqual([maxFieldBytes - 'event: '.length])
})
