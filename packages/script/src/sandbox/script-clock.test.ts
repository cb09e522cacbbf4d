import { expect, test } from 'vitest'
import { ScriptClock } from './script-clock.ts'

function clockAt(budget = { ownMs: 100, requestMs: 1_000 }) {
  const time = { now: 50, cpu: 7 }
  /** Lets time pass in which the thread runs. */
  const run = (ms: number) => {
    time.now += ms
    time.cpu += ms
  }
  const clock = new ScriptClock(budget, { now: () => time.now, cpu: () => time.cpu })
  return { time, run, clock }
}

test('running and idling use one budget, requesting another', () => {
  const { time, run, clock } = clockAt()
  expect(clock.enter('running')).toBe(150)
  run(60)
  expect(clock.enter('requesting')).toBe(1_110)
  time.now += 900
  expect(clock.isOver()).toBe(false)
  expect(clock.enter('idle')).toBe(time.now + 40)
  time.now += 39
  expect(clock.isOver()).toBe(false)
  time.now += 1
  expect(clock.isOver()).toBe(true)
})

test('running is measured as processor time, waiting by the clock, and both add up', () => {
  const { time, run, clock } = clockAt()
  clock.enter('running')
  // Other programs have the processor.
  time.now += 5_000
  expect(clock.isOver()).toBe(false)
  run(60)
  expect(clock.leftMs()).toBe(40)
  clock.enter('idle')
  time.now += 30
  expect(clock.leftMs()).toBe(10)
  expect(clock.enter('running')).toBe(time.now + 10)
  run(10)
  expect(clock.isOver()).toBe(true)
})

test('time of requests adds up over several of them', () => {
  const { time, run, clock } = clockAt()
  for (let round = 0; round < 3; round += 1) {
    clock.enter('requesting')
    time.now += 300
    clock.enter('running')
    run(10)
  }
  expect(clock.isOver()).toBe(false)
  clock.enter('requesting')
  time.now += 100
  expect(clock.isOver()).toBe(true)
})
