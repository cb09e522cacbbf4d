import { expect, test } from 'vitest'
import { ScriptClock } from './script-clock.ts'

function clockAt(budget = { ownMs: 100, requestMs: 1_000 }) {
  const time = { now: 50 }
  return { time, clock: new ScriptClock(budget, () => time.now) }
}

test('running and idling use one budget, requesting another', () => {
  const { time, clock } = clockAt()
  expect(clock.enter('running')).toBe(150)
  time.now += 60
  expect(clock.enter('requesting')).toBe(1_110)
  time.now += 900
  expect(clock.isOver()).toBe(false)
  expect(clock.enter('idle')).toBe(time.now + 40)
  time.now += 39
  expect(clock.isOver()).toBe(false)
  time.now += 1
  expect(clock.isOver()).toBe(true)
})

test('time of requests adds up over several of them', () => {
  const { time, clock } = clockAt()
  for (let round = 0; round < 3; round += 1) {
    clock.enter('requesting')
    time.now += 300
    clock.enter('running')
    time.now += 10
  }
  expect(clock.isOver()).toBe(false)
  clock.enter('requesting')
  time.now += 100
  expect(clock.isOver()).toBe(true)
})
