import { expect, test } from 'vitest'
import { wholeMs } from './view-of.ts'

const times = { startedAt: 0, dnsMs: 0, connectMs: 0, tlsMs: 0, waitingMs: 0, downloadMs: 0 }

test.each([
  [42, 42],
  [3.3296, 4],
  [0.2, 1],
])('a response that took %s ms took %s ms for scripts', (totalMs, seen) => {
  expect(wholeMs({ ...times, totalMs })).toBe(seen)
})
