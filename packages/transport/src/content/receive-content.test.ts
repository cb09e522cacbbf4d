import { gzipSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import type { ContentProgress } from '../response-of-head.ts'
import { TransportError } from '../transport-error.ts'
import { receiveContent } from './receive-content.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Receives content into an empty store; `onWrite` is called for each piece. */
function receive(
  content: AsyncGenerator<Buffer, void, undefined>,
  { contentEncoding = '', signal = new AbortController().signal, onWrite = () => {} } = {},
) {
  const grown: ContentProgress[] = []
  const write = async () => onWrite()
  const result = receiveContent({
    content,
    contentEncoding,
    growthIntervalMs: 100,
    wireBytes: () => 7,
    writer: { handle: 'h', write, close: async () => {} },
    signal,
    onGrowth: progress => grown.push(progress),
    onNotCoded: () => {},
  })
  return { result, grown }
}

async function* pieces(...all: Buffer[]): AsyncGenerator<Buffer, void, undefined> {
  yield* all
}

async function* endless(): AsyncGenerator<Buffer, void, undefined> {
  for (;;) yield Buffer.alloc(1024)
}

test('no growth is reported once all is received', async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate', 'performance'],
  })
  const { result, grown } = receive(pieces(Buffer.from('abc')))
  expect(await result).toEqual({ progress: { wireBytes: 7, decodedBytes: 3, isComplete: true }, error: null })
  vi.advanceTimersByTime(1000)
  expect(grown).toEqual([])
})

test('growth is reported at most every 100 ms, with the latest progress', async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate', 'performance'],
  })
  const { result, grown } = receive(pieces(...Array.from({ length: 40 }, () => Buffer.from('x'))), {
    onWrite: () => vi.advanceTimersByTime(10),
  })
  expect((await result).progress.decodedBytes).toBe(40)
  expect(grown.length).toBeGreaterThanOrEqual(3)
  expect(grown.length).toBeLessThanOrEqual(4)
  expect(grown.map(one => one.decodedBytes)).toEqual(grown.map(one => one.decodedBytes).sort((a, b) => a - b))
  expect(grown.every(one => !one.isComplete)).toBe(true)
})

test.each([
  ['as it comes', '', () => endless()],
  ['unpacked from one small piece', 'gzip', () => pieces(gzipSync(Buffer.alloc(60 * 1024 * 1024)))],
])('an abort ends content %s at once, with its reason', async (_, contentEncoding, content) => {
  const stop = new AbortController()
  const reason = new TransportError('cancelled', 'CANCELLED')
  let writes = 0
  const { result } = receive(content(), {
    contentEncoding,
    signal: stop.signal,
    onWrite: () => {
      writes += 1
      if (writes === 3) stop.abort(reason)
      if (writes > 10) throw new Error('Writing did not stop')
    },
  })
  const { progress, error } = await result
  expect(error).toBe(reason)
  expect(writes).toBe(3)
  expect(progress.isComplete).toBe(false)
  expect(progress.decodedBytes).toBeGreaterThan(0)
})
