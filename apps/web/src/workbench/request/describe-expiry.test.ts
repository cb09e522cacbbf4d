import { expect, it } from 'vitest'
import { describeExpiry } from './describe-expiry.ts'

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
  expect(describeExpiry(expiresAt, now, 'UTC')).toEqual({ isOver, text })
})
