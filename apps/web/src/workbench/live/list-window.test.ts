import { describe, expect, test } from 'vitest'
import { lineCount, lineOf, missingRows, positionOf, rowsAround } from './list-window.ts'
import { liveRow } from './live-calls.testkit.ts'

const rowsOf = (...positions: readonly number[]) => new Map(positions.map(at => [at, liveRow(at)]))

describe.each(['newestFirst', 'newestLast'] as const)('%s', order => {
  const list = { order, firstRow: 10, endRow: 30 }

  test('each line has its own position, and leads back', () => {
    const lines = Array.from({ length: lineCount(list) }, (_, line) => line)
    const positions = lines.map(line => positionOf(list, line))
    expect(positions.toSorted((a, b) => a - b)).toEqual(lines.map(line => line + 10))
    expect(positions.map(position => lineOf(list, position))).toEqual(lines)
    expect([9, 30].map(position => lineOf(list, position))).toEqual([null, null])
  })

  test('rows that are missing among the visible ones are asked for', () => {
    const visible = { first: 0, count: 5 }
    const from = order === 'newestFirst' ? 25 : 10
    expect(missingRows(list, visible, new Map())).toEqual({ from, count: 5 })
    expect(missingRows(list, visible, rowsOf(from, from + 4))).toEqual({ from: from + 1, count: 3 })
    expect(missingRows(list, visible, rowsOf(from, from + 1, from + 2, from + 3, from + 4))).toBe(null)
  })

  test('nothing outside the list is asked for', () => {
    expect(missingRows(list, { first: 18, count: 50 }, new Map())?.count).toBe(2)
    expect(missingRows(list, { first: 20, count: 50 }, new Map())).toBe(null)
    expect(missingRows({ ...list, endRow: 10 }, { first: 0, count: 50 }, new Map())).toBe(null)
  })
})

test('one call asks for at most 200 rows', () => {
  const list = { order: 'newestLast', firstRow: 0, endRow: 10_000 } as const
  expect(missingRows(list, { first: 0, count: 1000 }, new Map())).toEqual({ from: 0, count: 200 })
})

test('rows far from the visible ones are forgotten', () => {
  const list = { order: 'newestLast', firstRow: 0, endRow: 10_000 } as const
  const rows = rowsAround(list, { first: 5000, count: 40 }, rowsOf(0, 4700, 5000, 9000))
  expect([...rows.keys()]).toEqual([4700, 5000])
})
