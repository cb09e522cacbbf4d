import type { RunRow } from '@parley/engine'
import { describe, expect, test } from 'vitest'
import {
  comparedRows,
  countRows,
  failedFirst,
  failedKeys,
  filteredRows,
  type RunFilter,
  requestTimings,
} from './run-rows.ts'

function row(key: string, more: Partial<RunRow> = {}): RunRow {
  return {
    index: 0,
    iteration: 0,
    key,
    requestId: key,
    name: key,
    path: ['C'],
    method: 'GET',
    status: 'passed',
    skipped: null,
    sends: 1,
    statusCode: 200,
    totalMs: 10,
    failureCode: null,
    testsPassed: 1,
    testsFailed: 0,
    scriptErrors: 0,
    ...more,
  }
}

describe('the rows of a run', () => {
  const rows = [
    row('a'),
    row('b', { status: 'failed', testsFailed: 1 }),
    row('c', { status: 'error', statusCode: null, totalMs: null, failureCode: 'ECONNREFUSED' }),
    row('d', { status: 'skipped', skipped: 'LIVE_STREAM', statusCode: null, totalMs: null }),
    row('b', { status: 'failed', iteration: 1 }),
  ]

  test('are in exactly one group each, so that the counts of the filters add up', () => {
    const all = [...rows, row('e', { testsPassed: 0 }), row('f', { status: 'cancelled' })]
    const counts = countRows(all)
    expect(counts).toEqual({ all: 7, passed: 1, failed: 3, untested: 1, skipped: 2 })
    for (const [filter, count] of Object.entries(counts))
      expect(filteredRows(all, filter as RunFilter)).toHaveLength(count)
  })

  test('come with those that failed first, and else in the order of the run', () => {
    expect(
      failedFirst(rows)
        .map(({ key }) => key)
        .join(''),
    ).toBe('bcbad')
    const passed = rows.slice(0, 1)
    expect(failedFirst(passed)).toBe(passed)
  })

  test('are filtered; a skipped request has neither passed nor failed', () => {
    expect(filteredRows(rows, 'all')).toBe(rows)
    expect(filteredRows(rows, 'passed').map(one => one.key)).toEqual(['a'])
    expect(filteredRows(rows, 'failed').map(one => one.key)).toEqual(['b', 'c', 'b'])
  })

  test('name each failed request once, for another run', () => {
    expect(failedKeys(rows)).toEqual(['b', 'c'])
  })
})

describe('the timings of a run', () => {
  test('are the median and the 95th percentile of each request that was answered', () => {
    const hundred = Array.from({ length: 100 }, (_, at) => row('a', { totalMs: 100 - at, iteration: at }))
    const timings = requestTimings([...hundred, row('b', { totalMs: null }), row('c', { totalMs: 7 })])
    expect(timings).toMatchObject([
      { key: 'a', count: 100, medianMs: 50, p95Ms: 95, slowestMs: 100 },
      { key: 'c', count: 1, medianMs: 7, p95Ms: 7, slowestMs: 7 },
    ])
    expect(requestTimings([])).toEqual([])
  })
})

describe('two runs side by side', () => {
  test('pair the same request of the same iteration, and list what only one has', () => {
    const left = [row('a'), row('gone'), row('a', { iteration: 1 })]
    const right = [row('a', { totalMs: 99 }), row('new'), row('a', { iteration: 1, statusCode: 500 })]
    const compared = comparedRows(left, right)
    expect(
      compared.map(one => [one.key, one.iteration, one.left !== null, one.right !== null, one.differs]),
    ).toEqual([
      ['a', 0, true, true, false],
      ['new', 0, false, true, true],
      ['a', 1, true, true, true],
      ['gone', 0, true, false, true],
    ])
  })

  test('pair repeated sends of an iteration in order', () => {
    const left = [row('a', { index: 0 }), row('a', { index: 1, testsFailed: 1 })]
    const right = [row('a', { index: 0 }), row('a', { index: 1 }), row('a', { index: 2 })]
    expect(comparedRows(left, right).map(one => [one.left?.index, one.differs])).toEqual([
      [0, false],
      [1, true],
      [undefined, true],
    ])
  })
})
