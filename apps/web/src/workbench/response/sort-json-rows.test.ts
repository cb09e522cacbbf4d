import type { JsonCell } from '@parley/server/contract'
import { expect, test } from 'vitest'
import { nextSort, sortJsonRows } from './sort-json-rows.ts'

const cells: readonly (JsonCell | null)[] = [
  { kind: 'number', text: '10' },
  null,
  { kind: 'number', text: '9.5' },
  { kind: 'string', text: 'Book 10' },
  { kind: 'string', text: 'Book 9' },
  { kind: 'array', count: 2, at: 0 },
  { kind: 'array', count: 1, at: 0 },
]
const rows = cells.map((cell, index) => ({ label: String(index), cells: [cell] }))
const sorted = (column: number, isDescending: boolean) =>
  sortJsonRows(rows, { column, isDescending }).map(({ label }) => label)

test('rows are sorted by the values of a column, those without one last', () => {
  expect(sorted(1, false)).toEqual(['2', '0', '4', '3', '6', '5', '1'])
  expect(sorted(1, true)).toEqual(['5', '6', '3', '4', '0', '2', '1'])
  expect(sorted(0, true)).toEqual(['6', '5', '4', '3', '2', '1', '0'])
})

test('a head sorts up, then down, then not at all', () => {
  expect(nextSort(null, 1)).toEqual({ column: 1, isDescending: false })
  expect(nextSort({ column: 1, isDescending: false }, 1)).toEqual({ column: 1, isDescending: true })
  expect(nextSort({ column: 1, isDescending: true }, 1)).toBeNull()
  expect(nextSort({ column: 1, isDescending: true }, 2)).toEqual({ column: 2, isDescending: false })
})
