import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Awaiting, progressText, startProgressLine } from './progress-line.ts'

function awaiting(fields: Partial<Awaiting> = {}): Awaiting {
  return {
    state: 'awaiting',
    startedAt: 0,
    targetUri: 'http://a.test/',
    requestContent: { sentBytes: 0, totalBytes: 0 },
    response: null,
    ...fields,
  }
}

function received(wireBytes: number, contentLength: string | null): Awaiting {
  const headers = contentLength === null ? [] : [{ name: 'content-length', value: contentLength }]
  const content = { handle: '', mediaType: '', charset: '', wireBytes, decodedBytes: 0, isComplete: false }
  const head = {
    httpVersion: '1.1',
    statusCode: 200,
    reasonPhrase: 'OK',
    trailers: [],
    interim: [],
    headerBytes: 0,
  }
  return awaiting({
    requestContent: { sentBytes: 1, totalBytes: 2 },
    response: { ...head, headers, content },
  })
}

test.each([
  ['Waiting for the response · 1.5 s', awaiting()],
  ['Waiting for the response · 1.5 s', awaiting({ requestContent: { sentBytes: 9, totalBytes: 9 } })],
  ['Sent 1.0 KB of 4.0 KB · 1.5 s', awaiting({ requestContent: { sentBytes: 1024, totalBytes: 4096 } })],
  ['Received 10 B of 20 B · 1.5 s', received(10, '20')],
  ['Received 10 B · 1.5 s', received(10, null)],
  ['Received 10 B · 1.5 s', received(10, '9')],
  ['Received 10 B · 1.5 s', received(10, '-1')],
  ['Received 10 B · 1.5 s', received(10, '9'.repeat(400))],
  ['Received 10 B · 1.5 s', received(10, '20, 20\x1b[2J')],
])('%s', (text, progress) => {
  expect(progressText(progress, { elapsedMs: 1500, bytesPerSecond: null })).toBe(text)
})

test('shows the speed if it is known', () => {
  expect(progressText(received(10, '20'), { elapsedMs: 61_000, bytesPerSecond: 2048.4 })).toBe(
    'Received 10 B of 20 B · 2.0 KB/s · 1 min 1 s',
  )
})

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

test('is redrawn at most ten times a second, with the speed of the last seconds, and erased', () => {
  const written: string[] = []
  let bytes = 0
  const line = startProgressLine({ columns: 80, write: text => written.push(text) }, () =>
    received(bytes, null),
  )
  for (let step = 0; step < 60; step += 1) {
    bytes += step < 30 ? 0 : 100
    vi.advanceTimersByTime(100)
  }
  expect(written).toHaveLength(61)
  expect(written[0]).toBe('\rReceived 0 B · 0 ms\x1b[K')
  expect(written.at(-1)).toBe('\rReceived 2.9 KB · 1000 B/s · 6.0 s\x1b[K')
  line.end()
  vi.advanceTimersByTime(1000)
  expect(written.slice(61)).toEqual(['\r\x1b[K'])
})

test('never wraps', () => {
  const written: string[] = []
  const line = startProgressLine({ columns: 10, write: text => written.push(text) }, () => awaiting())
  line.end()
  expect(written[0]).toBe('\rWaiting f\x1b[K')
})

test('draws nothing before there is progress', () => {
  const written: string[] = []
  const line = startProgressLine({ write: text => written.push(text) }, () => null)
  line.end()
  expect(written).toEqual(['\r\x1b[K'])
})
