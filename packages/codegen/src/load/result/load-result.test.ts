import { expect, test } from 'vitest'
import { oneRound } from '../load-plan.testkit.ts'
import type { LoadThreshold } from '../load-shape.ts'
import { loadReports } from './load-reports.ts'
import { loadResultOf, percentileOf } from './load-result.ts'

const counts = {
  name: 'A',
  method: 'GET',
  count: 100,
  failures: 2,
  totalMs: 1090,
  minMs: 10,
  maxMs: 100,
  histogram: [
    [10, 99],
    [100, 1],
  ] as const,
}

const other = {
  ...counts,
  name: 'B',
  failures: 0,
  totalMs: 4000,
  minMs: 40,
  maxMs: 40,
  histogram: [[40, 100]] as const,
}
const facts = { name: 'C', engine: 'Locust', startedAt: 0, state: 'completed' } as const
const errors = [{ name: 'A', method: 'GET', error: '##vso[x] <b>', count: 2 }]

const resultWith = (thresholds: readonly LoadThreshold[]) =>
  loadResultOf({ seconds: 10, requests: [counts, other], errors }, facts, { ...oneRound, thresholds })

test('a percentile is the time that this part of the responses did not exceed', () => {
  expect([1, 50, 99, 99.1, 100].map(percent => percentileOf(counts, percent))).toEqual([10, 10, 10, 100, 100])
  expect(percentileOf({ histogram: [] }, 50)).toBe(0)
})

test('the figures of all requests come from their histograms', () => {
  expect(resultWith([]).total).toMatchObject({
    count: 200,
    failures: 2,
    perSecond: 20,
    averageMs: 25.45,
    minMs: 10,
    maxMs: 100,
    medianMs: 40,
    p95Ms: 40,
    p99Ms: 40,
    histogram: [
      [10, 99],
      [40, 100],
      [100, 1],
    ],
  })
})

test('thresholds decide if there are any, and failed requests otherwise', () => {
  expect(resultWith([]).isPassed).toBe(false)
  const met = resultWith([
    { figure: { kind: 'errors' }, limit: 1.01 },
    { figure: { kind: 'maximum' }, limit: 101 },
  ])
  expect(met).toMatchObject({ isPassed: true, thresholds: [{ figure: 1 }, { figure: 100 }] })
  // A figure must be below its limit.
  expect(resultWith([{ figure: { kind: 'errors' }, limit: 1 }]).isPassed).toBe(false)
  expect(resultWith([{ figure: { kind: 'percentile', percent: 95 }, limit: 41 }]).isPassed).toBe(true)
})

test('no text from outside is markup or a command to a pipeline in a report (CL2)', () => {
  const result = resultWith([])
  for (const name of ['cli', 'junit', 'html'] as const) {
    expect(loadReports[name](result)).not.toContain('##vso[')
    if (name !== 'cli') expect(loadReports[name](result)).not.toContain('<b>')
  }
})
