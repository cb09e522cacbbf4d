import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { elapsedSince, monotonicTime } from './monotonic-time.ts'

let wallMs = 0
let monotonicMs = 0
let startedAt = 0

beforeEach(() => {
  // Moments are remembered, so each test has its own.
  startedAt += 1_700_000_000_000
  wallMs = startedAt
  vi.spyOn(Date, 'now').mockImplementation(() => wallMs)
  vi.spyOn(performance, 'now').mockImplementation(() => monotonicMs)
})

afterEach(() => vi.restoreAllMocks())

function pass(timeMs: number): void {
  wallMs += timeMs
  monotonicMs += timeMs
}

test.each([
  ['a day forward', 86_400_000],
  ['a day back', -86_400_000],
  ['ten years forward', 315_576_000_000],
  ['before 1970', -4_000_000_000_000],
])('a duration that the page shows goes on when the clock is set %s', (_, jumpMs) => {
  expect(elapsedSince(startedAt)).toBe(0)
  pass(1500)
  wallMs += jumpMs
  pass(500)
  expect(elapsedSince(startedAt)).toBe(2000)
  const next = wallMs
  pass(700)
  expect(elapsedSince(next)).toBe(700)
})

test('a moment that began before the page is as old as the clock says, and one to come has not begun', () => {
  pass(5000)
  expect(elapsedSince(startedAt)).toBe(5000)
  expect(elapsedSince(wallMs + 3000)).toBe(0)
  expect(monotonicTime(wallMs + 3000) - performance.now()).toBe(3000)
})

test('a thousand moments are remembered', () => {
  elapsedSince(startedAt)
  for (let at = 1; at <= 1000; at += 1) elapsedSince(startedAt + at)
  wallMs += 10_000
  expect(elapsedSince(startedAt + 1000)).toBe(0)
  expect(elapsedSince(startedAt)).toBe(10_000)
})
