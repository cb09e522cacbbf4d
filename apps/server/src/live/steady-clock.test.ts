import { expect, test } from 'vitest'
import { steadyClock } from './steady-clock.ts'

function clocks() {
  const state = { wall: 1_000_000, monotonic: 5 }
  const now = steadyClock(
    () => state.wall,
    () => state.monotonic,
  )
  return { state, now }
}

test('a clock that is set back or corrected changes no time between messages', () => {
  const { state, now } = clocks()
  expect(now()).toBe(1_000_000)
  Object.assign(state, { wall: 1_000_000 - 86_400_000, monotonic: 105 })
  expect(now()).toBe(1_000_100)
  Object.assign(state, { wall: 1_000_000 + 3_000, monotonic: 205 })
  expect(now()).toBe(1_000_200)
})

test('after a sleep of the machine the time of the day is right', () => {
  const { state, now } = clocks()
  Object.assign(state, { wall: 1_000_000 + 3_600_000, monotonic: 105 })
  expect(now()).toBe(4_600_000)
  Object.assign(state, { wall: 1_000_000 + 3_600_100, monotonic: 205 })
  expect(now()).toBe(4_600_100)
})
