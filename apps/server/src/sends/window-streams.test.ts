import { waitFor } from '@parley/testkit'
import { expect, test } from 'vitest'
import type { WindowEvent } from '../contract/index.ts'
import { WindowStreams } from './window-streams.ts'

function event(sendId: string, targetUri: string): WindowEvent {
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

const never = new AbortController().signal

test('a stream begins with the present and goes on with what is published', async () => {
  const streams = new WindowStreams(() => {})
  const events = streams.subscribe('w', [event('a', 'one')], never)
  streams.publish('w', event('b', 'two'))
  expect((await events.next()).value).toEqual(event('a', 'one'))
  expect((await events.next()).value).toEqual(event('b', 'two'))
})

test('what is published between the subscription and the first read is not lost', async () => {
  const streams = new WindowStreams(() => {})
  const events = streams.subscribe('w', [], never)
  streams.publish('w', event('a', 'early'))
  streams.close()
  const other = new WindowStreams(() => {})
  const kept = other.subscribe('w', [], never)
  other.publish('w', event('a', 'early'))
  expect((await kept.next()).value).toEqual(event('a', 'early'))
  expect((await events.next()).done).toBe(true)
})

test('a slow reader gets the newest state of each send and no backlog', async () => {
  const streams = new WindowStreams(() => {})
  const events = streams.subscribe('w', [], never)
  for (let count = 0; count < 10_000; count += 1) streams.publish('w', event('a', `${count}`))
  streams.publish('w', event('b', 'only'))
  expect((await events.next()).value).toEqual(event('a', '9999'))
  expect((await events.next()).value).toEqual(event('b', 'only'))
})

test('an event reaches its own window alone', async () => {
  const streams = new WindowStreams(() => {})
  const first = streams.subscribe('first', [], never)
  const second = streams.subscribe('second', [], never)
  streams.publish('first', event('a', 'for the first'))
  streams.publish('second', event('b', 'for the second'))
  expect((await second.next()).value).toEqual(event('b', 'for the second'))
  expect((await first.next()).value).toEqual(event('a', 'for the first'))
})

test('a second stream of a window ends the first, and the window is not gone', async () => {
  const gone: string[] = []
  const streams = new WindowStreams(windowId => gone.push(windowId), 0)
  const first = streams.subscribe('w', [], never)
  const waiting = first.next()
  const second = streams.subscribe('w', [], never)
  expect((await waiting).done).toBe(true)
  streams.publish('w', event('a', 'to the second'))
  expect((await second.next()).value).toEqual(event('a', 'to the second'))
  // A window that is gone for certain marks the time in which the first one would have been as well.
  streams.expect('other')
  await waitFor(() => gone.includes('other'), 'the other window to be gone')
  expect(gone).toEqual(['other'])
})

test('a window is gone after the grace, whether its stream was ever read or not', async () => {
  const gone: string[] = []
  const streams = new WindowStreams(windowId => gone.push(windowId), 0)
  const unread = new AbortController()
  streams.subscribe('unread', [], unread.signal)
  unread.abort()
  const read = new AbortController()
  const events = streams.subscribe('read', [], read.signal)
  const waiting = events.next()
  read.abort()
  expect((await waiting).done).toBe(true)
  streams.subscribe('aborted before', [], AbortSignal.abort())
  streams.expect('never opened')
  await waitFor(() => gone.length === 4, 'four windows to be gone')
  expect(gone.toSorted()).toEqual(['aborted before', 'never opened', 'read', 'unread'])
})

test('a window that comes back within the grace is not gone', async () => {
  const gone: string[] = []
  const streams = new WindowStreams(windowId => gone.push(windowId), 0)
  const left = new AbortController()
  streams.subscribe('back', [], left.signal)
  left.abort()
  streams.subscribe('back', [], never)
  streams.expect('other')
  await waitFor(() => gone.includes('other'), 'the other window to be gone')
  expect(gone).toEqual(['other'])
})

test('after the end no window is told to be gone', async () => {
  const gone: string[] = []
  const streams = new WindowStreams(windowId => gone.push(windowId), 0)
  const events = streams.subscribe('w', [], never)
  const waiting = events.next()
  streams.expect('never opened')
  streams.close()
  expect((await waiting).done).toBe(true)
  expect((await streams.subscribe('late', [], never).next()).done).toBe(true)
  const witness = new WindowStreams(windowId => gone.push(`witness ${windowId}`), 0)
  witness.expect('w')
  await waitFor(() => gone.length > 0, 'the witness')
  expect(gone).toEqual(['witness w'])
})
