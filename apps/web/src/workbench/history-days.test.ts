import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { clockLabel, groupByDay, momentLabel, timeInSentence, timeLabel } from './history-days.ts'

const at = (text: string) => new Date(text).getTime()
const now = at('2026-11-20T14:00:00')

test('entries are listed under Today, Yesterday, then the date', () => {
  const times = [
    '2026-11-20T13:59',
    '2026-11-20T00:00',
    '2026-11-19T23:59',
    '2026-11-18T08:00',
    '2026-11-18T07:00',
  ]
  const days = groupByDay(
    times.map(time => ({ sentAt: at(time) })),
    now,
  )
  expect(days.map(({ label, entries }) => [label, entries.length])).toEqual([
    ['Today', 2],
    ['Yesterday', 1],
    ['18 November 2026', 2],
  ])
  expect(groupByDay([], now)).toEqual([])
})

test('a clock that was set back gives no day in the future', () => {
  expect(groupByDay([{ sentAt: at('2026-11-20T23:00') }], now)[0]?.label).toBe('Today')
  expect(groupByDay([{ sentAt: at('2026-11-22T09:00') }], now)[0]?.label).toBe('22 November 2026')
})

test('times are shown with their day', () => {
  expect(timeLabel(at('2026-11-20T09:05:07'), now)).toBe('Today, 09:05:07')
  expect(timeLabel(at('2026-11-19T09:05:07'), now)).toBe('Yesterday, 09:05:07')
  expect(timeLabel(at('2026-11-18T10:15:47'), now)).toBe('18 Nov, 10:15:47')
  expect(clockLabel(at('2026-11-18T10:15:47'))).toBe('10:15')
})

test('a moment is part of a sentence', () => {
  expect(timeInSentence(at('2026-11-20T09:05:07'), now)).toBe('today, 09:05:07')
  expect(timeInSentence(at('2026-11-19T09:05:07'), now)).toBe('yesterday, 09:05:07')
  expect(timeInSentence(at('2026-11-18T10:15:47'), now)).toBe('18 Nov, 10:15:47')
  expect(momentLabel(at('2026-11-20T09:05:07'), now)).toBe('at 09:05')
  expect(momentLabel(at('2026-11-19T09:05:07'), now)).toBe('yesterday at 09:05')
  expect(momentLabel(at('2026-11-18T10:15:47'), now)).toBe('on 18 Nov at 10:15')
})

/** Writes the end of a token with its year, and in a time zone of the tests. */
const ownDates = ['workbench/request/describe-expiry.ts']

test('the page writes all dates alike, as no other file formats any', () => {
  const sources = globSync('**/*.{ts,tsx}', { cwd: new URL('..', import.meta.url) })
  expect(sources.length).toBeGreaterThan(500)
  const formats = sources.filter(
    path =>
      !path.endsWith('.test.ts') &&
      /DateTimeFormat|toLocale(?:Date|Time)String/.test(
        readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'),
      ),
  )
  expect(formats.toSorted()).toEqual(['workbench/history-days.ts', ...ownDates])
})
