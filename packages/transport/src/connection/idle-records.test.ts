import { describe, expect, test } from 'vitest'
import { IdleRecords, type Verdict } from './idle-records.ts'

interface Case {
  readonly what: string
  readonly survivedMs?: number
  readonly closedMs?: number
  readonly idleMs: number
  readonly roundTripMs?: number
  readonly announcedMs?: number
  readonly expected: Verdict
}

const watched = (idleMs: number) => ({ watchMs: 40 - idleMs })

const cases: readonly Case[] = [
  { what: 'fresh, of a server that said nothing', idleMs: 1, expected: watched(1) },
  { what: 'fresh, of a server that kept another one', survivedMs: 50, idleMs: 1, expected: 'use' },
  { what: 'that has been open for a while', idleMs: 60, expected: 'use' },
  { what: 'that is older than a second', idleMs: 1500, expected: 'doubt' },
  {
    what: 'that is older than a second, as another one was',
    survivedMs: 3000,
    idleMs: 1500,
    expected: 'use',
  },
  { what: 'fresh, of a server that says how long', announcedMs: 5000, idleMs: 1, expected: 'use' },
  { what: 'that has less time left than the way takes', announcedMs: 5000, idleMs: 4996, expected: 'doubt' },
  {
    what: 'of a far server, with less time left than the way takes',
    announcedMs: 5000,
    idleMs: 4700,
    roundTripMs: 200,
    expected: 'doubt',
  },
  { what: 'of a server that closes at once', closedMs: 1, idleMs: 0, expected: 'doubt' },
  {
    what: 'of a server that closes at once and says otherwise',
    closedMs: 1,
    announcedMs: 5000,
    idleMs: 0,
    expected: 'doubt',
  },
  { what: 'long before the server closed another one', closedMs: 2000, idleMs: 60, expected: 'use' },
  {
    what: 'shortly before the server closed another one',
    closedMs: 2000,
    idleMs: 1990,
    survivedMs: 1995,
    expected: 'doubt',
  },
]

describe('a connection', () => {
  test.each(cases)('$what', ({ survivedMs, closedMs, expected, ...rest }) => {
    const records = new IdleRecords(() => 0)
    if (survivedMs !== undefined) records.survived('a', survivedMs)
    if (closedMs !== undefined) records.closed('a', closedMs)
    const connection = { roundTripMs: 0, announcedMs: null, ...rest }
    expect(records.verdict('a', connection)).toEqual(expected)
  })

  test('of one server does not count for another one', () => {
    const records = new IdleRecords(() => 0)
    records.closed('a', 1)
    expect(records.verdict('b', { idleMs: 60, roundTripMs: 0, announcedMs: null })).toBe('use')
  })

  test('is judged anew after five minutes, and records do not grow without end', () => {
    let now = 0
    const records = new IdleRecords(() => now)
    records.closed('a', 1)
    now = 5 * 60_000
    const connection = { idleMs: 60, roundTripMs: 0, announcedMs: null }
    expect(records.verdict('a', connection)).toBe('use')
    records.closed('a', 1)
    for (let at = 0; at < 500; at += 1) records.closed(`other ${at}`, 1)
    expect(records.verdict('a', connection)).toBe('use')
  })
})
