import type { RunRow } from '@parley/engine'
import type { RunInfo, RunPlanItem } from '@parley/server/contract'
import { expect, test } from 'vitest'
import { rowsToCome } from './rows-to-come.ts'

const planned = ['a', 'b', 'c'].map(
  key =>
    ({ key, requestId: key, name: key, path: [], method: 'GET', tags: [], isStream: false }) as RunPlanItem,
)

function run(state: RunInfo['state'], current: RunInfo['current']): RunInfo {
  return { state, current, options: { iterations: 3, parallel: 1 } } as RunInfo
}

const row = (key: string, iteration = 0) => ({ key, iteration }) as RunRow

test('before the first request ends, all of them are to come', () => {
  const rows = rowsToCome(run('running', null), planned, [])
  expect(rows.map(({ key, isRunning }) => [key, isRunning])).toEqual([
    ['a', false],
    ['b', false],
    ['c', false],
  ])
})

test('the request that is being sent is the first of those to come, and those that ended are none', () => {
  const rows = rowsToCome(run('running', { key: 'b', iteration: 0 }), planned, [row('a')])
  expect(rows).toEqual([
    { key: 'b', name: 'b', method: 'GET', iteration: 0, isRunning: true },
    { key: 'c', name: 'c', method: 'GET', iteration: 0, isRunning: false },
  ])
})

test('only the latest iteration has rows to come, whatever the earlier ones sent', () => {
  const earlier = Array.from({ length: 1000 }, (_, at) => ['a', 'b', 'c'].map(key => row(key, at))).flat()
  const now = { key: 'b', iteration: 1000 }
  expect(rowsToCome(run('running', now), planned, [...earlier, row('a', 1000)]).map(one => one.key)).toEqual([
    'b',
    'c',
  ])
})

test.each(['ended', 'failed'] as const)('a run that has %s has none', state => {
  expect(rowsToCome(run(state, null), planned, [row('a')])).toEqual([])
})
