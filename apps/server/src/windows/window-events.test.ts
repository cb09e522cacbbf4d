import { waitFor } from '@parley/testkit'
import { expect, test } from 'vitest'
import type { FollowedWindow, StreamItem, WindowEvent } from '../contract/index.ts'
import { WindowEvents } from './window-events.ts'

function send(sendId: string, targetUri: string): WindowEvent {
  return {
    type: 'send',
    sendId,
    progress: {
      state: 'awaiting',
      startedAt: 0,
      targetUri,
      requestContent: { sentBytes: 0, totalBytes: 0 },
      response: null,
    },
  }
}

const tokens: WindowEvent = { type: 'tokens' }
const tree: WindowEvent = { type: 'library', revision: 'r1' }
const consoleLine = (text: string): WindowEvent => ({
  type: 'console',
  requestName: text,
  lines: [{ level: 'log', text }],
})

const never = new AbortController().signal
const loaded = (windowId: string, sequence = 0): FollowedWindow => ({ windowId, sequence, after: null })

/** Records what one window saw: its events as texts, and its position. */
class Reader {
  readonly seen: string[] = []
  after: FollowedWindow['after'] = null
  readonly windowId: string

  constructor(windowId: string) {
    this.windowId = windowId
  }

  take(item: StreamItem): void {
    if (item.type !== 'event') return
    const own = item.windows.find(one => one.windowId === this.windowId)
    if (own === undefined) return
    if (this.after?.logId === own.logId && own.number <= this.after.number) return
    this.after = { logId: own.logId, number: own.number }
    this.seen.push(nameOf(item.event))
  }

  followed(sequence = 0): FollowedWindow {
    return { windowId: this.windowId, sequence, after: this.after }
  }
}

function nameOf(event: WindowEvent): string {
  if (event.type === 'send' && event.progress.state === 'awaiting')
    return `${event.sendId} ${event.progress.targetUri}`
  return event.type === 'console' ? event.requestName : event.type
}

/** Reads a number of items. */
async function read(items: AsyncGenerator<StreamItem>, count: number, ...readers: readonly Reader[]) {
  const all: StreamItem[] = []
  while (all.length < count) {
    const next = await items.next()
    if (next.done) break
    all.push(next.value)
    for (const reader of readers) reader.take(next.value)
  }
  return all
}

test('a stream begins with the current state of its window and continues with what is published', async () => {
  const windows = new WindowEvents()
  windows.addCurrentState(windowId => [send('a', `of ${windowId}`)])
  windows.addResync(() => tree)
  const reader = new Reader('w')
  const items = windows.subscribe([loaded('w')], never)
  windows.publish('w', send('b', 'published before the first read'))
  await read(items, 2, reader)
  expect(reader.seen).toEqual(['a of w', 'b published before the first read'])
})

test('a slow reader gets the newest state of each subject, and every console line', async () => {
  const windows = new WindowEvents()
  const reader = new Reader('w')
  const items = windows.subscribe([loaded('w')], never)
  for (let count = 0; count < 10_000; count += 1) windows.publish('w', send('a', `${count}`))
  windows.publish('w', consoleLine('first'))
  windows.publish('w', consoleLine('second'))
  await read(items, 3, reader)
  expect(reader.seen).toEqual(['a 9999', 'first', 'second'])
})

test('an event reaches only its own window, and an event for all windows is sent once per stream', async () => {
  const windows = new WindowEvents()
  const readers = Array.from({ length: 30 }, (_, index) => new Reader(`w${index}`))
  const items = windows.subscribe(
    readers.map(({ windowId }) => loaded(windowId)),
    never,
  )
  windows.publishToAll(tree)
  windows.publish('w7', send('a', 'mine'))
  const [first, second] = await read(items, 2, ...readers)
  expect(first).toMatchObject({ type: 'event', event: tree })
  expect(first?.type === 'event' ? first.windows : []).toHaveLength(30)
  expect(second).toMatchObject({ windows: [{ windowId: 'w7', number: 2 }] })
  expect(readers.map(({ seen }) => seen.length)).toEqual(readers.map((_, index) => (index === 7 ? 2 : 1)))
})

test('events for all keep their place among those of each window', async () => {
  const windows = new WindowEvents()
  const [one, two] = [new Reader('one'), new Reader('two')]
  const items = windows.subscribe([loaded('one'), loaded('two')], never)
  windows.publish('two', send('a', 'before'))
  windows.publishToAll(tokens)
  await read(items, 3, one, two)
  expect([one.seen, two.seen]).toEqual([['tokens'], ['a before', 'tokens']])
})

test.each([0, 1, 2, 3])(
  'a stream that breaks after %i of 3 events is continued, nothing twice',
  async count => {
    const windows = new WindowEvents()
    windows.addCurrentState(() => [send('present', 'is not repeated')])
    const reader = new Reader('w')
    const items = windows.subscribe([loaded('w')], never)
    await read(items, 1, reader)
    for (const name of ['1', '2', '3']) windows.publish('w', consoleLine(name))
    await read(items, count, reader)
    await items.return(undefined)
    windows.publish('w', consoleLine('4'))
    await read(windows.subscribe([reader.followed()], never), 4 - count, reader)
    expect(reader.seen).toEqual(['present is not repeated', '1', '2', '3', '4'])
  },
)

test('events that the stream had read but the window never saw are delivered again', async () => {
  const windows = new WindowEvents()
  const [reader, nobody] = [new Reader('w'), new Reader('nobody')]
  const items = windows.subscribe([loaded('w')], never)
  for (const name of ['1', '2', '3']) windows.publish('w', consoleLine(name))
  await read(items, 1, reader)
  await read(items, 2, nobody)
  await read(windows.subscribe([reader.followed()], never), 2, reader)
  expect(reader.seen).toEqual(['1', '2', '3'])
})

test.each<[string, (windows: WindowEvents, reader: Reader) => Promise<WindowEvents>]>([
  [
    'more was delivered since than is kept',
    async (windows, reader) => {
      const items = windows.subscribe([reader.followed()], never)
      for (let count = 0; count < 500; count += 1) {
        windows.publish('w', consoleLine(`${count}`))
        await items.next()
      }
      return windows
    },
  ],
  [
    'more waits than is kept',
    async windows => {
      for (let count = 0; count < 5000; count += 1) windows.publish('w', consoleLine(`${count}`))
      return windows
    },
  ],
  [
    'the server was restarted',
    async () => {
      const restarted = new WindowEvents()
      restarted.addCurrentState(() => [send('present', 'is repeated')])
      restarted.addResync(() => tree)
      return restarted
    },
  ],
])('a window gets the complete current state, with the tree, if %s', async (_case, happen) => {
  const before = new WindowEvents()
  before.addCurrentState(() => [send('present', 'is repeated')])
  before.addResync(() => tree)
  const reader = new Reader('w')
  const items = before.subscribe([loaded('w')], never)
  await read(items, 1, reader)
  await items.return(undefined)
  const windows = await happen(before, reader)
  reader.seen.length = 0
  await read(windows.subscribe([reader.followed()], never), 2, reader)
  expect(reader.seen).toEqual(['present is repeated', 'library'])
})

test('a window that is slow for too long gets the complete current state over the stream that it has', async () => {
  const windows = new WindowEvents()
  windows.addCurrentState(() => [send('present', 'is repeated')])
  const reader = new Reader('w')
  const items = windows.subscribe([loaded('w')], never)
  for (let count = 0; count <= 1000; count += 1) windows.publish('w', consoleLine(`${count}`))
  await read(items, 1, reader)
  expect(reader.seen).toEqual(['present is repeated'])
})

test('events published while a window loads arrive when it opens its stream', async () => {
  const windows = new WindowEvents()
  windows.begin('w', 1)
  windows.publishToAll(tree)
  const reader = new Reader('w')
  await read(windows.subscribe([loaded('w', 2)], never), 1, reader)
  expect(reader.seen).toEqual(['library'])
})

test('a window moves to the stream that requested it last, and the previous stream is notified', async () => {
  const windows = new WindowEvents({ graceMs: 0 })
  const gone: string[] = []
  windows.onWindowLost(windowId => gone.push(windowId))
  const [one, two] = [new Reader('one'), new Reader('two')]
  const first = windows.subscribe([loaded('one'), loaded('two')], never)
  const second = windows.subscribe([loaded('one', 1)], never)
  windows.publishToAll(tokens)
  expect(await read(first, 2, one, two)).toMatchObject([
    { type: 'moved', windowIds: ['one'] },
    { windows: [{ windowId: 'two' }] },
  ])
  await read(second, 1, one)
  expect([one.seen, two.seen]).toEqual([['tokens'], ['tokens']])
  // The first stream was paused for a long time, and requests its windows again.
  const late = windows.subscribe([loaded('one', 0), loaded('two', 0)], never)
  expect(await read(late, 1)).toEqual([{ type: 'moved', windowIds: ['one'] }])
  windows.publish('one', send('a', 'to the second'))
  await read(second, 1, one)
  expect(one.seen).toEqual(['tokens', 'a to the second'])
  // A stream without windows ends; windows of other streams are not gone because of that.
  const third = windows.subscribe([loaded('two', 5)], never)
  expect(await read(late, 9)).toEqual([{ type: 'moved', windowIds: ['two'] }])
  expect(windows.isOpen('one') && windows.isOpen('two')).toBe(true)
  windows.expect('other')
  await waitFor(() => gone.includes('other'), 'the other window to be gone')
  expect(gone).toEqual(['other'])
  await third.return(undefined)
})

/** Each way in which a window can stop following its events. */
const ways: [string, (windows: WindowEvents, abort: AbortController) => unknown][] = [
  ['its stream was aborted', (_, abort) => abort.abort()],
  ['it said that it closes', windows => windows.leave('w', 3)],
]

test.each(ways)('a window is gone after the grace period: %s', async (_way, end) => {
  const windows = new WindowEvents({ graceMs: 0 })
  const gone: string[] = []
  windows.onWindowLost(windowId => gone.push(windowId))
  const abort = new AbortController()
  windows.subscribe([loaded('w', 3)], abort.signal)
  end(windows, abort)
  await waitFor(() => gone.length > 0, 'the window to be gone')
  expect(gone).toEqual(['w'])
})

test.each(ways)('a window that reconnects within the grace period is not gone: %s', async (_way, end) => {
  const windows = new WindowEvents({ graceMs: 0 })
  const gone: string[] = []
  windows.onWindowLost(windowId => gone.push(windowId))
  const abort = new AbortController()
  windows.subscribe([loaded('w', 3)], abort.signal)
  end(windows, abort)
  windows.subscribe([loaded('w', 4)], never)
  windows.expect('other')
  await waitFor(() => gone.includes('other'), 'the other window to be gone')
  expect(gone).toEqual(['other'])
})

test('a window whose stream was aborted before, or that never opens one, is gone after the grace period', async () => {
  const windows = new WindowEvents({ graceMs: 0 })
  const gone: string[] = []
  windows.onWindowLost(windowId => gone.push(windowId))
  windows.subscribe([loaded('aborted before')], AbortSignal.abort())
  windows.expect('never opened')
  await waitFor(() => gone.length === 2, 'two windows to be gone')
  expect(gone.toSorted()).toEqual(['aborted before', 'never opened'])
})

test('the windows of a lost stream may reconnect until they time out', async () => {
  const windows = new WindowEvents({ reconnectMs: 0 })
  const abort = new AbortController()
  windows.subscribe([loaded('w'), loaded('v')], abort.signal)
  expect(windows.findOpenWindow('v')).toBe('v')
  abort.abort()
  expect([windows.isOpen('w'), windows.mayReconnect('w')]).toEqual([false, true])
  windows.subscribe([loaded('w')], never)
  expect([windows.isOpen('w'), windows.mayReconnect('w')]).toEqual([true, false])
  expect(windows.findOpenWindow('v')).toBe('w')
  await waitFor(() => !windows.mayReconnect('v'), 'the time to reconnect to end')
  expect(windows.isOpen('v')).toBe(false)
})

test('a previous page cannot close a window that has reloaded', async () => {
  const windows = new WindowEvents()
  windows.subscribe([loaded('w', 3)], never)
  windows.begin('w', 9)
  windows.leave('w', 8)
  expect(windows.isOpen('w')).toBe(true)
  windows.begin('w', 9)
  windows.subscribe([loaded('w', 10)], never)
  windows.begin('w', 9)
  windows.leave('w', 3)
  expect(windows.isOpen('w')).toBe(true)
  windows.leave('w', 10)
  expect([windows.isOpen('w'), windows.mayReconnect('w')]).toEqual([false, false])
})

test('a call of a page that has closed does not open its window again', () => {
  const windows = new WindowEvents()
  windows.leave('never heard of', 2)
  windows.begin('never heard of', 1)
  expect(windows.isOpen('never heard of')).toBe(false)
  windows.begin('loaded', 1)
  windows.leave('loaded', 2)
  windows.begin('loaded', 1)
  expect(windows.isOpen('loaded')).toBe(false)
  windows.begin('loaded', 3)
  expect(windows.isOpen('loaded')).toBe(true)
})

test('no window is reported gone after closing', async () => {
  const gone: string[] = []
  const windows = new WindowEvents({ graceMs: 0 })
  windows.onWindowLost(windowId => gone.push(windowId))
  const items = windows.subscribe([loaded('w')], never)
  const waiting = items.next()
  windows.expect('never opened')
  windows.close()
  expect((await waiting).done).toBe(true)
  expect((await windows.subscribe([loaded('late')], never).next()).done).toBe(true)
  const witness = new WindowEvents({ graceMs: 0 })
  witness.onWindowLost(windowId => gone.push(`witness ${windowId}`))
  witness.expect('w')
  await waitFor(() => gone.length > 0, 'the witness')
  expect(gone).toEqual(['witness w'])
})

test('a page that has seen nothing yet misses nothing while its windows open their stream anew', async () => {
  const windows = new WindowEvents()
  const first = new AbortController()
  windows.subscribe([loaded('w', 1)], first.signal)
  windows.publish('w', tree)
  // Another window joins: the reader of the first stream looks at it no more.
  const reader = new Reader('w')
  const second = windows.subscribe([loaded('w', 1), loaded('other')], never)
  first.abort()
  windows.publish('w', tokens)
  await read(second, 2, reader)
  expect(reader.seen).toEqual(['library', 'tokens'])
})
