import type { HistorySummary } from '@parley/model'
import { expect, test } from 'vitest'
import { entryBadge } from '../../workbench/entry-badge.ts'
import { messageWords, outcomeWords } from './outcome-words.ts'

const entry: HistorySummary = {
  id: 'i',
  sentAt: 1,
  method: 'GET',
  url: 'http://h/',
  requestId: 'r',
  state: 'answered',
  statusCode: 200,
  elapsedMs: 1,
}
const stream = { ...entry, kind: 'serverSentEvents', messages: { received: 1204, sent: 1 } } as const

test.each<[string, Partial<HistorySummary>, readonly string[]]>([
  ['a send', {}, ['GET', '200 OK', '']],
  ['a cancelled send', { state: 'cancelled', statusCode: null }, ['GET', 'Cancelled', '']],
  ['a failed send', { state: 'failed', statusCode: null, failureCode: 'X' }, ['GET', 'Failed', '']],
  ['a stream', stream, ['SSE', '200 OK', '1,204 events, 1 reconnection']],
  ['a stopped stream', { ...stream, state: 'cancelled' }, ['SSE', 'Stopped', '1,204 events, 1 reconnection']],
  [
    'a broken stream',
    { ...stream, state: 'failed', failureCode: 'STREAM_IDLE' },
    ['SSE', 'STREAM_IDLE', '1,204 events, 1 reconnection'],
  ],
  [
    'a refused stream',
    { kind: 'serverSentEvents', state: 'failed', statusCode: null, failureCode: 'ECONNREFUSED' },
    ['SSE', 'ECONNREFUSED', ''],
  ],
  [
    'a stream of an HTTP request',
    { messages: { received: 1, sent: 0 }, state: 'cancelled', failureCode: 'CANCELLED' },
    ['GET', 'Stopped', '1 event'],
  ],
])('the history says of %s what it was', (_, change, words) => {
  const shown = { ...entry, ...change }
  expect([entryBadge(shown), outcomeWords(shown).text, messageWords(shown)]).toEqual(words)
})
