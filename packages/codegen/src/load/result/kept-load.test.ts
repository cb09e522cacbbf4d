import { expect, test } from 'vitest'
import { oneRound } from '../load-plan.testkit.ts'
import { keptLoadOf, maximumKeptLoadBytes } from './kept-load.ts'
import { LoadPoints } from './load-points.ts'
import { type EngineResult, loadResultOf } from './load-result.ts'
import { readEngineResult } from './read-engine-result.ts'

const counted = (name: string, histogram: readonly (readonly [number, number])[]) => ({
  name,
  method: 'GET',
  count: histogram.reduce((sum, [, count]) => sum + count, 0),
  failures: 0,
  totalMs: histogram.reduce((sum, [ms, count]) => sum + ms * count, 0),
  minMs: histogram[0]?.[0] ?? 0,
  maxMs: histogram.at(-1)?.[0] ?? 0,
  histogram,
})

const figures = (...requests: EngineResult['requests']): EngineResult => ({
  seconds: 1,
  requests,
  errors: [],
})
const facts = { name: 'C', engine: 'Locust', startedAt: 0, state: 'completed' } as const

test('a point of the line has what happened since the one before, also when the figures begin again', () => {
  const points = new LoadPoints()
  points.add(figures(counted('A', [[10, 4]])), 1)
  points.add(
    figures(
      counted('A', [
        [10, 4],
        [30, 2],
      ]),
    ),
    3,
  )
  points.add(figures(counted('A', [[20, 1]])), 4)
  points.add(figures(counted('A', [[20, 1]])), 5)
  expect(points.all).toEqual([
    { atSeconds: 1, perSecond: 4, medianMs: 10, p95Ms: 10 },
    { atSeconds: 3, perSecond: 1, medianMs: 30, p95Ms: 30 },
    { atSeconds: 4, perSecond: 1, medianMs: 20, p95Ms: 20 },
    { atSeconds: 5, perSecond: 0, medianMs: null, p95Ms: null },
  ])
})

test('what happens in the first moment belongs to the next point, so that no rate is of less than half a second', () => {
  const points = new LoadPoints()
  points.add(figures(counted('A', [[10, 5]])), 0.01)
  points.add(figures(counted('A', [[10, 20]])), 1)
  expect(points.all).toEqual([{ atSeconds: 1, perSecond: 20, medianMs: 10, p95Ms: 10 }])
})

test('a kept load test has at most 200 KB, whatever its requests', () => {
  const histogram = Array.from({ length: 330 }, (_, ms) => [ms * 10, 1000] as const)
  const requests = Array.from({ length: 2000 }, (_, at) =>
    counted(`${at} ${'ж'.repeat(at % 400)}`, histogram),
  )
  const errors = requests.map(({ name }) => ({ name, method: 'GET', error: 'x'.repeat(5000), count: 1 }))
  const result = loadResultOf({ seconds: 60, requests, errors }, facts, oneRound)
  const points = Array.from({ length: 61 }, (_, atSeconds) => ({
    atSeconds,
    perSecond: 1234.5,
    medianMs: 1234,
    p95Ms: 1234,
  }))
  const kept = keptLoadOf({ result, points })
  expect(new TextEncoder().encode(JSON.stringify(kept)).length).toBeLessThanOrEqual(maximumKeptLoadBytes)
  expect(kept.result.total).toEqual(result.total)
  expect(kept.result.requests.length).toBeGreaterThan(100)
  const few = loadResultOf({ seconds: 60, requests: requests.slice(0, 20), errors: [] }, facts, oneRound)
  expect(keptLoadOf({ result: few, points }).result.requests[3]?.histogram).toEqual(histogram)
})

test('figures of an engine are read whole or not at all', () => {
  const whole = figures(counted('A', [[10, 4]]))
  expect(readEngineResult(JSON.stringify(whole))).toEqual(whole)
  const wrong = [
    '',
    'null',
    '[]',
    JSON.stringify({ ...whole, seconds: -1 }),
    JSON.stringify({ ...whole, requests: [{ ...whole.requests[0], histogram: [[1]] }] }),
    JSON.stringify({ ...whole, requests: [{ ...whole.requests[0], count: '4' }] }),
    JSON.stringify({ ...whole, errors: [{ name: 'A' }] }),
  ]
  for (const text of wrong) expect(readEngineResult(text), text).toBeNull()
})
