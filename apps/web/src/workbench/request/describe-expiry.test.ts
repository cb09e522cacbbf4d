import { expect, it } from 'vitest'
import { describeExpiry, secondsUntil } from './describe-expiry.ts'

const now = Date.UTC(2026, 10, 21, 14, 32)
const seconds = (count: number) => now + count * 1000

it.each([
  [null, false, 'The server gave no expiry'],
  [seconds(42 * 60), false, 'Expires in 42 min, at 15:14'],
  [seconds(59.2), false, 'Expires in 1 min, at 14:32'],
  [seconds(1), false, 'Expires in 1 s, at 14:32'],
  [seconds(3 * 3600 + 300), false, 'Expires in 3 h 5 min, at 17:37'],
  [seconds(50 * 3600), false, 'Expires in 2 d 2 h, on 23 Nov 2026, 16:32'],
  [seconds(0), true, 'Expired at 14:32'],
  [seconds(-3600), true, 'Expired at 13:32'],
  [seconds(-48 * 3600), true, 'Expired on 19 Nov 2026, 14:32'],
])('%j: %s %s', (expiresAt, isOver, text) => {
  const secondsLeft = expiresAt === null ? 0 : secondsUntil(expiresAt, now)
  expect(describeExpiry(expiresAt, secondsLeft, 'UTC')).toEqual({ isOver, text })
})

/** A token of 5 s that came at any moment of a second. */
it.each([
  [0, 5],
  [1, 5],
  [999, 5],
  [1000, 4],
  [4001, 1],
  [4999, 1],
  [5000, 0],
  [5001, 0],
])('%d ms after a token of 5 s came, %d s are left, whatever the clock says', (elapsedMs, left) => {
  for (const moment of [0, 1, 300, 500, 999])
    expect(secondsUntil(now + moment + 5000, now + moment + elapsedMs) + 0).toBe(left)
})
