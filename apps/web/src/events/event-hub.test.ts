import type { FollowedWindow, StreamItem, WindowEvent } from '@parley/server/contract'
import { expect, it } from 'vitest'
import { EventHub } from './event-hub.ts'
import type { ConnectionState } from './window-listener.ts'

const tokens: WindowEvent = { type: 'tokens' }

const itemFor = (windowId: string, number: number): StreamItem => ({
  type: 'event',
  event: tokens,
  windows: [{ windowId, logId: 'log', number }],
})

/** A stream that the test feeds. */
class Stream {
  readonly windows: readonly FollowedWindow[]
  readonly signal: AbortSignal
  readonly #items: StreamItem[] = []
  #isEnded = false
  #wake = () => {}

  constructor(windows: readonly FollowedWindow[], signal: AbortSignal) {
    this.windows = windows
    this.signal = signal
  }

  give(...items: StreamItem[]): void {
    this.#items.push(...items)
    this.#wake()
  }

  end(): void {
    this.#isEnded = true
    this.#wake()
  }

  async *items(): AsyncGenerator<StreamItem> {
    for (;;) {
      const item = this.#items.shift()
      if (item !== undefined) yield item
      else if (this.#isEnded) return
      else
        await new Promise<void>(resolve => {
          this.#wake = resolve
        })
    }
  }
}

function setUp() {
  const streams: Stream[] = []
  const delays: number[] = []
  /** What the next attempts to open a stream end with; none: they open. */
  const failures: Error[] = []
  const hub = new EventHub({
    async subscribe(windows, signal) {
      const failure = failures.shift()
      if (failure !== undefined) throw failure
      const stream = new Stream(windows, signal)
      streams.push(stream)
      return stream.items()
    },
    async wait(delayMs) {
      delays.push(delayMs)
    },
  })
  const join = (windowId: string, sequence = 1) => {
    const numbers: number[] = []
    const states: ConnectionState[] = []
    const listener = {
      onEvent: (_: WindowEvent, { number }: { readonly number: number }) => void numbers.push(number),
      onConnection: (state: ConnectionState) => void states.push(state),
    }
    hub.join({ windowId, sequence, after: null }, listener)
    return { numbers, states }
  }
  return { hub, streams, delays, failures, join }
}

const settled = () => new Promise(resolve => setImmediate(resolve))

it('delivers the events of each window to that window only', async () => {
  const { streams, join } = setUp()
  const [one, two] = [join('one'), join('two')]
  await settled()
  streams.at(-1)?.give(itemFor('one', 1), itemFor('two', 1), itemFor('one', 2))
  await settled()
  expect([one.numbers, two.numbers]).toEqual([[1, 2], [1]])
})

it('opens the stream again for a window that joins, and continues the others where they were', async () => {
  const { streams, join } = setUp()
  const one = join('one')
  await settled()
  streams[0]?.give(itemFor('one', 7))
  await settled()
  join('two')
  // The server has the next one on its way over the first stream, and delivers it again over the second.
  streams[0]?.give(itemFor('one', 8))
  await settled()
  expect(streams[1]?.windows).toEqual([
    { windowId: 'one', sequence: 1, after: { logId: 'log', number: 7 } },
    { windowId: 'two', sequence: 1, after: null },
  ])
  streams[1]?.give(itemFor('one', 8))
  await settled()
  expect(one.numbers).toEqual([7, 8])
  expect(streams[0]?.signal.aborted).toBe(true)
  expect(streams[1]?.signal.aborted).toBe(false)
})

it('thirty windows that join at once share the last stream', async () => {
  const { streams, join } = setUp()
  const joined = Array.from({ length: 30 }, (_, index) => join(`w${index}`))
  await settled()
  expect(streams.at(-1)?.windows).toHaveLength(30)
  expect(streams.filter(({ signal }) => !signal.aborted)).toHaveLength(1)
  expect(joined.every(({ states }) => states.at(-1) === 'open')).toBe(true)
})

it('a window that moved to another stream is not followed any more, unless it has joined again', async () => {
  const { streams, join } = setUp()
  const [stays, moves] = [join('stays'), join('moves')]
  await settled()
  streams.at(-1)?.give({ type: 'moved', windowIds: ['moves'] }, itemFor('moves', 1), itemFor('stays', 1))
  await settled()
  expect([stays.numbers, moves.numbers]).toEqual([[1], []])
  streams.at(-1)?.end()
  await settled()
  expect(streams.at(-1)?.windows.map(({ windowId }) => windowId)).toEqual(['stays'])
  const before = streams.at(-1)
  const again = join('stays', 2)
  before?.give({ type: 'moved', windowIds: ['stays'] })
  await settled()
  streams.at(-1)?.give(itemFor('stays', 2))
  await settled()
  expect(again.numbers).toEqual([2])
})

it('ends its stream with the last window', async () => {
  const { hub, streams, join } = setUp()
  join('one', 3)
  await settled()
  expect(hub.leave('one', 2)).toBe(false)
  expect(hub.leave('one', 3)).toBe(true)
  expect(streams[0]?.signal.aborted).toBe(true)
  streams[0]?.end()
  await settled()
  expect(streams).toHaveLength(1)
})

it('opens an ended stream again without calling the server lost', async () => {
  const { streams, join } = setUp()
  const { states } = join('one')
  await settled()
  streams[0]?.end()
  await settled()
  expect(states).toEqual(['open', 'open'])
})

it('waits longer after each failed attempt, and starts with a short wait again once open', async () => {
  const { streams, delays, failures, join } = setUp()
  const refusal = new TypeError('fetch failed')
  failures.push(refusal, refusal, refusal)
  const { states } = join('one')
  await settled()
  failures.push(refusal)
  streams[0]?.end()
  await settled()
  expect(states).toEqual(['lost', 'lost', 'lost', 'open', 'lost', 'open'])
  expect(delays).toEqual([250, 500, 1_000, 250, 500])
})

it('stops if the server does not know the token', async () => {
  const { streams, failures, join } = setUp()
  failures.push(Object.assign(new Error('Unauthorized'), { status: 401 }))
  const { states } = join('one')
  await settled()
  expect(states).toEqual(['refused'])
  expect(streams).toEqual([])
})
