import type { HistorySummary } from '@parley/model'
import { expect, test } from 'vitest'
import { historyGroups } from './history-groups.ts'

const now = new Date('2026-11-20T14:00').getTime()
let ids = 0
const sent = (url: string, hoursAgo: number, fields: Partial<HistorySummary> = {}): HistorySummary => ({
  id: `e${ids++}`,
  sentAt: now - hoursAgo * 3_600_000,
  method: 'GET',
  url,
  requestId: 'r',
  state: 'answered',
  statusCode: 200,
  elapsedMs: 1,
  ...fields,
})

/** Each group as its head and its rows. */
const shown = (entries: readonly HistorySummary[], open: ReadonlySet<string> = new Set()) =>
  historyGroups(entries, now, open).map(({ day, host, rows }) => [
    [day, host].filter(part => part !== null).join(' '),
    ...rows.map(row => ('entry' in row ? row.entry.url.replace(/^http:..[^/]*/, '') : `+${row.equal}`)),
  ])

test('a day with one host has no heads of hosts, one with several has a head for each', () => {
  const entries = [
    sent('http://b.example/1', 1),
    sent('http://a.example/2', 2),
    sent('http://b.example/3', 3),
    sent('http://a.example/4', 20),
    sent('http://a.example/5', 21),
  ]
  expect(shown(entries)).toEqual([
    ['Today b.example', '/1', '/3'],
    ['a.example', '/2'],
    ['Yesterday', '/4', '/5'],
  ])
  const groupIds = historyGroups(entries, now, new Set()).map(({ id }) => id)
  expect(new Set(groupIds).size).toBe(groupIds.length)
})

test('three equal sends and more are folded behind the latest, two are not', () => {
  const two = [sent('http://a/x', 1), sent('http://a/x', 1)]
  expect(shown(two)).toEqual([['Today', '/x', '/x']])
  const three = [
    sent('http://a/y', 0),
    ...two,
    sent('http://a/x', 2),
    sent('http://a/x', 2, { statusCode: 401 }),
  ]
  expect(shown(three)).toEqual([['Today', '/y', '/x', '+2', '/x']])
})

test('what was folded is opened, and stays so when the same is sent again', () => {
  const entries = [1, 2, 3].map(hours => sent('http://a/x', hours))
  const folded = historyGroups(entries, now, new Set())[0]?.rows[1]
  const open = new Set([folded?.id ?? ''])
  expect(shown(entries, open)).toEqual([['Today', '/x', '+2', '/x', '/x']])
  expect(shown([sent('http://a/x', 0), ...entries], open)).toEqual([['Today', '/x', '+3', '/x', '/x', '/x']])
})

test.each<[string, Partial<HistorySummary>]>([
  ['method', { method: 'POST' }],
  ['status', { statusCode: 201 }],
  ['environment', { environment: 'Staging' }],
  ['outcome', { state: 'failed', statusCode: null }],
  ['session', { messages: { sent: 1, received: 1 } }],
])('sends with another %s are not equal', (_, fields) => {
  const entries = [sent('http://a/x', 1), sent('http://a/x', 1), sent('http://a/x', 1, fields)]
  expect(shown(entries)).toEqual([['Today', '/x', '/x', '/x']])
})
