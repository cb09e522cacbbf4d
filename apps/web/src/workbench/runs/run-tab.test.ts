import type { RunPlanItem } from '@parley/server/contract'
import { expect, test } from 'vitest'
import { canRun, tickedOf } from './run-tab.ts'

const item = (key: string) => ({ key }) as RunPlanItem
const items = [item('a'), item('b')]

test('what is left out is not ticked, and nothing is before the plan is read', () => {
  expect(tickedOf({ state: 'read', items }, { leftOut: ['a'] })).toEqual([item('b')])
  expect(tickedOf(undefined, { leftOut: [] })).toEqual([])
})

const reading = new File([], 'users.csv')

test.each([
  ['something is ticked', items, undefined, undefined, true],
  ['the data file can be read', items, { problem: null }, undefined, true],
  ['nothing is ticked', [], undefined, undefined, false],
  ['the data file cannot be read', items, { problem: 'It is not CSV.' }, undefined, false],
  ['a data file is being read', items, undefined, reading, false],
  ['another data file is being read', items, { problem: null }, reading, false],
])('a run can begin or not if %s', (_, ticked, data, read, can) => {
  expect(canRun(ticked, data, read)).toBe(can)
})
