import type { LiveEvent, LiveExport, LiveMessage } from '@parley/server/contract'
import { expect, test } from 'vitest'
import { createTestWindow } from '../../window/window-context.testkit.ts'
import { liveRow, settle, TestLiveServer } from './live-calls.testkit.ts'
import { liveLogsOf } from './live-logs.ts'
import type { LiveCalls } from './live-question.ts'
import { createLiveSessions } from './live-sessions.ts'

function setUp() {
  const server = new TestLiveServer()
  const window = createTestWindow()
  const messages: LiveMessage[] = []
  const exports: LiveExport[] = []
  const asked: unknown[] = []
  const next = <Answer>(answers: Answer[]): Answer => {
    const answer = answers.shift()
    if (answer === undefined) throw new Error('gone')
    return answer
  }
  const calls: LiveCalls = {
    rows: server.rows,
    hideSecrets: server.hideSecrets,
    message: async input => {
      asked.push(input)
      return next(messages)
    },
    export: async input => {
      asked.push(input)
      return next(exports)
    },
    send: async () => ({ problem: null }),
    resend: async () => ({ problem: null }),
    end: async () => ({ problem: null }),
  }
  const live = createLiveSessions(calls, {
    ...window,
    download: async handle => `saving ${handle}`,
    readData: async () => null,
    readPath: async () => ({ isRead: false, problem: 'Not a JSONPath.' }),
  })
  const runTimers = async () => {
    for (const timer of window.timers.splice(0)) timer.run()
    await settle()
  }
  return { server, live, messages, exports, asked, runTimers }
}

const eventOf = (sessionId: string, received: number): LiveEvent => ({
  type: 'live',
  sessionId,
  state: { state: 'open' },
  counts: { received, sent: 0, notes: 0, dropped: 0 },
  revision: received,
})

test('events count the messages of each session', () => {
  const { live } = setUp()
  live.receive(eventOf('a', 3))
  live.receive(eventOf('b', 1))
  live.receive(eventOf('a', 4))
  const { counts } = live.store.getState()
  expect([counts.a?.received, counts.b?.received]).toEqual([4, 1])
})

test('a list that is watched follows the events of its session, and keeps its state', async () => {
  const { live, server } = setUp()
  const { list } = liveLogsOf(live).log('a')
  list.watch()
  await settle()
  list.chooseType('stock')
  await settle()
  server.add(2, () => ({ type: 'stock' }))
  live.receive(eventOf('b', 1))
  await settle()
  expect(list.store.getState().endRow).toBe(0)
  live.receive(eventOf('a', 2))
  await settle()
  expect(liveLogsOf(live).log('a').list.store.getState()).toMatchObject({ endRow: 2, type: 'stock' })
})

test('a session of the history, which sends no events, is counted when it was read', async () => {
  const { live, server } = setUp()
  server.add(5)
  liveLogsOf(live).log('a').list.watch()
  await settle()
  expect(live.store.getState().counts.a?.received).toBe(5)
})

test('the order is that of the session before, and the path of the text that of the request', () => {
  const { live } = setUp()
  liveLogsOf(live).log('a').setOrder('newestLast')
  const later = liveLogsOf(live).log('b', '$.text')
  expect(later.list.store.getState().order).toBe('newestLast')
  expect(later.text.store.getState().path).toBe('$.text')
})

test('a message is asked for until it is opened, and a newer choice wins', async () => {
  const { live, messages, runTimers } = setUp()
  const { opened } = liveLogsOf(live).log('a')
  const made = (number: number): LiveMessage => ({
    state: 'made',
    row: liveRow(number),
    handle: `h${number}`,
    sizeBytes: 6,
  })
  messages.push({ state: 'making' }, made(2))
  const first = opened.open(liveRow(1))
  await settle()
  expect(opened.store.getState()).toMatchObject({ state: 'opening', row: { number: 1 } })
  await opened.open(liveRow(2))
  await runTimers()
  await first
  expect(opened.store.getState()).toMatchObject({ state: 'made', handle: 'h2' })
  opened.close()
  expect(opened.store.getState()).toEqual({ state: 'none' })
})

test.each([
  [
    { state: 'failed', sentence: 'The disk is full.', nextStep: 'Free some space.' } as const,
    'The disk is full. Free some space.',
  ],
  [null, 'gone'],
])('a message that cannot be opened says why', async (answer, reason) => {
  const { live, messages } = setUp()
  if (answer !== null) messages.push(answer)
  const { opened } = liveLogsOf(live).log('a')
  await opened.open(liveRow(1))
  expect(opened.store.getState()).toMatchObject({ state: 'failed', row: { number: 1 }, reason })
})

test('the listed messages are exported once their file is made', async () => {
  const { live, exports, asked, runTimers } = setUp()
  const log = liveLogsOf(live).log('a')
  log.list.chooseType('stock')
  exports.push(
    { state: 'making' },
    { state: 'made', handle: 'file', fileName: 'events.ndjson', sizeBytes: 9 },
  )
  const report = log.export('ndjson')
  await settle()
  await runTimers()
  expect(await report).toBe('saving file')
  expect(asked).toHaveLength(2)
  expect(asked[1]).toEqual({
    sessionId: 'a',
    filter: { direction: 'all', types: ['stock'] },
    query: '',
    format: 'ndjson',
  })
})

test('an export that fails says why', async () => {
  const { live, exports } = setUp()
  exports.push({ state: 'failed', sentence: 'Too large.', nextStep: 'Search first.' })
  expect(await liveLogsOf(live).log('a').export('text')).toBe('Too large. Search first.')
  expect(await liveLogsOf(live).log('a').export('text')).toBe('Not exported. gone')
})
