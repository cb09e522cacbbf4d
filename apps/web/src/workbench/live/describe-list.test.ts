import type { LiveState } from '@parley/server/contract'
import { expect, test } from 'vitest'
import { createTestWindow } from '../../window/window-context.testkit.ts'
import { describeCounts, describeEmpty, describeSession, eventWords } from './describe-list.ts'
import { TestLiveServer } from './live-calls.testkit.ts'
import { LiveList, type LiveListState } from './live-list.ts'

const open: LiveState = { state: 'open' }
const ended: LiveState = { state: 'ended', by: 'peer' }

const initial = new LiveList('s', new TestLiveServer(), createTestWindow(), 'newestFirst').store.getState()
const listState = (patch: Partial<LiveListState>): LiveListState => ({
  ...initial,
  session: open,
  isWhole: true,
  ...patch,
})
const counts = (received: number, dropped = 0) => ({ received, sent: 0, notes: 0, dropped })

test.each([
  [open, 'live'],
  [{ state: 'open', reconnectsAt: 5 }, 'connecting again'],
  [ended, 'ended by the server'],
  [{ state: 'ended', by: 'stopped' }, 'stopped'],
  [{ state: 'ended', by: 'broken', code: 'ECONNRESET' }, 'broken: ECONNRESET'],
] as const)('a session in the state %j is %s', (state, words) => {
  expect(describeSession(state)).toBe(words)
})

test.each([
  [{ counts: counts(0) }, '0 events'],
  [{ counts: counts(1) }, '1 event'],
  [{ counts: counts(1204), endRow: 1204 }, '1,204 events'],
  [{ counts: counts(1204), query: 'a', endRow: 3 }, '3 of 1,204 events'],
  [{ counts: counts(1204), type: 'a', endRow: 3, isWhole: false }, '3 of 1,204 events so far'],
  [
    { counts: counts(1_010_000, 10_000), firstRow: 10_000, endRow: 1_010_000 },
    '1,010,000 events, the oldest 10,000 are no longer listed',
  ],
])('the counts of %j are %s', (patch, words) => {
  expect(describeCounts(listState(patch), eventWords)).toBe(words)
})

test.each([
  [{ session: null }, ''],
  [{}, 'Events appear here as they arrive.'],
  [{ session: ended }, 'There were no events.'],
  [{ query: 'a' }, 'No event matches so far.'],
  [{ query: 'a', isWhole: false }, 'Searching…'],
  [{ type: 'a', session: ended }, 'No event matches.'],
  [{ isCleared: true }, 'New events appear here.'],
  [{ isCleared: true, session: ended }, 'All events are cleared from view.'],
])('an empty list in the state %j says %s', (patch, words) => {
  expect(describeEmpty(listState(patch), eventWords)).toBe(words)
})
