import type { RunEvent, RunSummary } from '@parley/engine'
import { expect, test } from 'vitest'
import { progressWith, runProgressText } from './run-progress.ts'

test('the line shows the progress and the rate', () => {
  const started = progressWith(null, { type: 'runStarted', startedAt: 1000, iterations: 2, requests: 50 })
  expect(started).not.toBeNull()
  if (started === null) return
  expect(runProgressText(started, 1200)).toBe('0 of 100 · 200 ms')
  const ended = (requests: number, failed: number): RunEvent => ({
    type: 'requestEnded',
    result: {} as never,
    summary: { requests, counts: { failed, error: 1 } } as unknown as RunSummary,
  })
  const later = progressWith(started, ended(40, 2))
  expect(later && runProgressText(later, 3000)).toBe(
    '40 of 100 · 3 failed · 20 requests/s · 2.0 s · about 3 s left',
  )
  const beyond = progressWith(started, ended(120, 0))
  expect(beyond && runProgressText(beyond, 3000)).toContain('120 of 120')
  const slow = progressWith(started, ended(1, 0))
  expect(slow && runProgressText(slow, 3000)).toContain(' · 0.5 requests/s · 2.0 s · about 3 min left')
  expect(later && runProgressText(later, 2500)).not.toContain('left')
  expect(slow && runProgressText(slow, 2000)).toContain(' · 1 request/s · ')
})
