import { expect, test } from 'vitest'
import { isDeadlineExceeded } from './deadline.ts'

test.each([
  ['the own timer', { kind: 'timeout', code: 'REQUEST_TIMEOUT', elapsedMs: 300 }, 300, true],
  ['a reset after it', { kind: 'protocol', code: 'HTTP2_STREAM_RESET', elapsedMs: 301 }, 300, true],
  ['a reset before it', { kind: 'protocol', code: 'HTTP2_STREAM_RESET', elapsedMs: 12 }, 300, false],
  ['Cancel after it', { kind: 'cancelled', code: 'CANCELLED', elapsedMs: 301 }, 300, false],
  ['a limit without a deadline', { kind: 'timeout', code: 'REQUEST_TIMEOUT', elapsedMs: 300 }, 0, false],
] as const)('a call that ends by %s', (_, failure, deadlineMs, isExceeded) => {
  expect(isDeadlineExceeded(failure, deadlineMs)).toBe(isExceeded)
})
